/**
 * Translated texts, and dates, numbers and sizes in the user's language.
 *
 * The language is the one chosen in the account, else the browser's, else English.
 */

import { ApiError } from '../api/client.js'
import type { Catalogue, Key, Phrase } from './catalogue.js'
import { en } from './en.js'
import { codeKey, fieldKey, problemKey } from './problems.js'
import { refusedField, refusedSentence } from './refusals.js'
import { remoteKey } from './remote-messages.js'
import { keepSetting, readSetting } from './settings.js'
import { serverNow } from './server-clock.js'
import { shownText } from './shown.js'

export const LANGUAGES = [
  { id: 'en', label: 'English' },
  { id: 'de', label: 'Deutsch' },
] as const

type Language = (typeof LANGUAGES)[number]['id']

const STORED = 'galley.language'
const current: { language: Language; catalogue: Catalogue } = { language: 'en', catalogue: en }

/** Loads the catalogue. Must finish before anything is rendered. */
export async function loadLanguage(): Promise<void> {
  current.language = chosenLanguage()
  if (current.language === 'de') current.catalogue = (await import('./de.js')).de
  document.documentElement.lang = current.language
}

function chosenLanguage(): Language {
  const wanted = [readSetting(STORED) ?? '', ...navigator.languages]
  const known = wanted.map((name) => LANGUAGES.find(({ id }) => name.split('-')[0] === id))
  return known.find((language) => language !== undefined)?.id ?? 'en'
}

/** The language in use. */
export function language(): Language {
  return current.language
}

/** Stores another language. It takes effect when the page is loaded again. @returns false if it cannot be stored */
export function keepLanguage(next: string): boolean {
  return keepSetting(STORED, next)
}

type Values = Readonly<Record<string, string | number>>

/** The text for a key. `{name}` is replaced by the value of that name; `count` selects singular or plural. */
export function t(key: Key, values: Values = {}): string {
  return phraseText(current.catalogue[key], values)
}

/** Texts that are loaded with the part that shows them, in all languages. @returns what {@link t} is for the others */
export function textsOf<Name extends string>(
  all: Readonly<Record<Language, Readonly<Record<Name, Phrase>>>>,
): (key: Name, values?: Values) => string {
  return (key, values = {}) => phraseText(all[current.language][key], values)
}

/** A phrase with its values. */
function phraseText(phrase: Phrase, values: Values): string {
  const text = typeof phrase === 'string' ? phrase : phrase[pluralOf(values['count'])]
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => {
    const value = values[name]
    if (value === undefined) return whole
    return typeof value === 'number' ? numberText(value) : shownText(value)
  })
}

/**
 * Caches Intl formatters by key, because creating one takes longer than a hundred uses. The language is fixed for
 * the page.
 */
function remembered<T>(make: (key: string) => T): (key?: string) => T {
  const known = new Map<string, T>()
  return (key = '') => {
    const found = known.get(key) ?? make(key)
    known.set(key, found)
    return found
  }
}

const plurals = remembered(() => new Intl.PluralRules(current.language))
const numbers = remembered(() => new Intl.NumberFormat(current.language))
const lists = remembered(() => new Intl.ListFormat(region()))
const agos = remembered(() => new Intl.RelativeTimeFormat(current.language, { numeric: 'auto' }))
const days = remembered((zone) => dateFormat(zone, { dateStyle: 'medium' }))
const months = remembered((zone) => dateFormat(zone, { month: 'long', year: 'numeric' }))
const times = remembered((zone) => dateFormat(zone, { dateStyle: 'medium', timeStyle: 'short' }))

function dateFormat(zone: string, style: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat(region(), { ...style, timeZone: zone || undefined })
}

function pluralOf(count: string | number | undefined): 'one' | 'other' {
  const rule = plurals().select(Number(count ?? 0))
  return rule === 'one' ? 'one' : 'other'
}

/** A number with the separators of the language. */
export function numberText(value: number): string {
  return numbers().format(value)
}

/** Words as a list of the language: "a, b and c". */
export function listText(words: readonly string[]): string {
  return lists().format(words)
}

/** A size in B, kB, MB or GB (powers of 1000). */
export function sizeText(bytes: number): string {
  const units = ['B', 'kB', 'MB', 'GB'] as const
  const step = bytes < 1000 ? 0 : Math.min(3, Math.floor(Math.log10(bytes) / 3))
  const value = bytes / 1000 ** step
  const digits = step > 0 && value < 10 ? 1 : 0
  const format = new Intl.NumberFormat(current.language, { maximumFractionDigits: digits })
  return `${format.format(value)} ${units[step] ?? 'B'}`
}

/** A time of the API (`2026-11-20 12:00:00 +0000` or ISO 8601) in milliseconds since 1970; NaN if it is neither. */
export function timeOf(stamp: string): number {
  return Date.parse(stamp.replace(/^(\S+) (\S+) ([+-]\d\d)(\d\d)$/, '$1T$2$3:$4'))
}

/** Date and time in a zone; by default in the browser's zone. */
export function dateText(stamp: string, zone?: string): string {
  return format(stamp, times(zone))
}

/** The local time of day with seconds. */
export function clockText(milliseconds: number): string {
  return new Intl.DateTimeFormat(region(), { timeStyle: 'medium' }).format(milliseconds)
}

/** Month and year in a zone. */
export function monthText(stamp: string, zone: string): string {
  return format(stamp, months(zone))
}

/** A date in a zone; by default in the browser's zone. */
export function dayText(stamp: string, zone?: string): string {
  return format(stamp, days(zone))
}

/** The locale with the user's region, which decides the order of day and month. */
function region(): string {
  const known = navigator.languages.find((name) => name.split('-')[0] === current.language)
  return known ?? current.language
}

function format(stamp: string, rule: Intl.DateTimeFormat): string {
  const time = timeOf(stamp)
  return Number.isNaN(time) ? stamp : rule.format(time)
}

const STEPS: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
  ['year', 31_557_600_000],
  ['month', 2_629_800_000],
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
]

/** The time since then, such as "3 days ago". */
export function agoText(stamp: string, now: number = serverNow()): string {
  // The server's clock may be slightly ahead.
  const past = Math.min(0, timeOf(stamp) - now)
  const step = STEPS.find(([, length]) => Math.abs(past) >= length)
  return step ? agos().format(Math.round(past / step[1]), step[0]) : t('just-now')
}

/** The error for a field, translated if possible; undefined if there is none. */
export function problemText(error: ApiError, field: string): string | undefined {
  const found = error.details.find((detail) => detail.field === field)
  const key = found && problemKey(error.code, field)
  return key ? t(key) : found && fieldText(found)
}

function fieldText(detail: Detail): string {
  return knownField(detail) ?? detail.message
}

type Detail = ApiError['details'][number]

/** What another server was asked and has answered is explained like failures of jobs. */
function knownField({ field, message }: Detail): string | null {
  const key = message.startsWith("can't be imported:") ? remoteKey(message) : undefined
  if (key) return t(key)
  const known = refusedField(message)
  // Where it is said, the field may be out of sight.
  if (field === 'title' && known?.key === 'refused.needed') return t('refused.no-title')
  return known && t(known.key, { name: known.name })
}

/** What is wrong with a field, with its name as people know it; null for a field of the API alone. */
function namedText(detail: Detail): string | null {
  const key = fieldKey(detail.field)
  if (key === undefined) return null
  const text = knownField(detail) ?? detail.message
  return `${t(key)}: ${text}${/[.!?]$/.test(text) ? '' : '.'}`
}

function refusalText(error: ApiError): string {
  const [first, second] = error.details
  const key =
    codeKey(error.code) ?? (first && !second ? problemKey(error.code, first.field) : undefined)
  if (key) return t(key)
  const known = knownText(error)
  if (known !== null) return known
  const text = first && !second ? knownField(first) : null
  if (text !== null) return text
  const named = error.details.map(namedText)
  if (first && named.every((sentence) => sentence !== null)) return named.join(' ')
  return error.message === '' ? t('error.unknown') : t('error.says', { text: error.message })
}

/** What the server says, in the language of the user; null for what is not known. */
function knownText({ message }: ApiError): string | null {
  const known = refusedSentence(message)
  return known && t(known.key, { name: known.name })
}

function largeText({ mostBytes, message }: ApiError): string {
  if (mostBytes === null) return t('error.large', { text: message })
  return t('error.large-bytes', { size: sizeText(mostBytes) })
}

/** With a number of bytes, the site is at its limit; else the whole disk is full. */
function fullText({ mostBytes, message }: ApiError): string {
  return mostBytes === null
    ? t('error.full')
    : t(message.startsWith('All sites') ? 'error.sites-full' : 'error.site-full', {
        size: sizeText(mostBytes),
      })
}

/** The message for an error: what happened, what is safe, what to do. */
export function messageOf(error: unknown): string {
  // `fetch` throws a TypeError if there is no answer.
  if (error instanceof TypeError) return t('error.offline')
  if (!(error instanceof ApiError)) return t('error.unknown')
  const wait = error.retryAfter ?? 5
  switch (error.status) {
    case 403:
      return knownText(error) ?? t('error.forbidden')
    case 404:
      return t('error.missing')
    case 412:
      return t('error.moved')
    case 413:
      return largeText(error)
    case 429:
      return t('error.many', { count: wait })
    case 503:
      return knownText(error) ?? t('error.starting')
    case 507:
      return fullText(error)
    default:
      return error.status >= 500 ? t('error.server') : refusalText(error)
  }
}

/**
 * Why an upload failed. The upload button is shown only to users who may upload, so 403 means a file with active
 * content.
 */
export function uploadFailedText(name: string, error: unknown): string {
  const isActive = error instanceof ApiError && error.status === 403 && knownText(error) === null
  const text = isActive ? t('problem.active-file') : messageOf(error)
  return t('upload.failed', { name, text })
}
