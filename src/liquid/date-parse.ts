/**
 * Finds the parts of a date in a text in whatever form people write it, as Ruby's `Date._parse`:
 * first a clock time anywhere, then the first of a list of date forms, then a lone number.
 */

import { MONTHS } from './strftime.js'

/** What a text says about a date; absent parts are not in it. */
export interface DateParts {
  year?: number
  month?: number
  day?: number
  /** 1 to 366 */
  yearDay?: number
  hour?: number
  minute?: number
  second?: number
  /** Digits behind the point of the seconds. */
  fraction?: string
  zone?: string
}

// Ruby refuses longer ones, which also bounds what the patterns below can cost.
const MAX_LENGTH = 128

/** The parts found; null for a text that is too long. */
export const parseDateParts = (text: string): DateParts | null => {
  if (text.length > MAX_LENGTH) return null
  const draft: Draft = {
    parts: {},
    twoDigitYear: true,
    rest: text.replace(/[^-+',./:@\p{L}\p{N}[\]]+/gu, ' '),
  }
  take(draft, /\b(?:sun|mon|tue|wed|thu|fri|sat)[^-/\d\s]*/i, () => undefined)
  take(draft, TIME, readTime)
  FORMS.some(([pattern, read]) => take(draft, pattern, read))
  readLoneNumber(draft)
  completeYear(draft)
  return draft.parts
}

interface Draft {
  readonly parts: DateParts
  /** Whether a year below 100 stands for one of 1969 to 2068. */
  twoDigitYear: boolean
  /** What is not understood yet. */
  rest: string
}

type Groups = readonly (string | undefined)[]
type Reader = (draft: Draft, groups: Groups) => void

/** Reads the pattern if it is there and takes it out of the text. */
const take = (draft: Draft, pattern: RegExp, read: Reader): boolean => {
  const match = pattern.exec(draft.rest)
  if (match === null) return false
  draft.rest = `${draft.rest.slice(0, match.index)} ${draft.rest.slice(match.index + match[0].length)}`
  read(draft, match)
  return true
}

const ZONE = String.raw`(?:gmt|utc?)?[-+]\d+(?:[,.:]\d+(?::\d+)?)?|[a-z.\s]+(?:standard|daylight)\stime\b|[a-z]+(?:\sdst)?\b`
const HALF = String.raw`([ap])(?:m\b|\.m\.)`
const TIME = new RegExp(
  String.raw`(?:(\d+)\s*(?::\s*(\d+)(?:\s*:\s*(\d+)(?:[,.](\d*))?)?|h(?:\s*(\d+)m?(?:\s*(\d+)s?)?)?)(?:\s*${HALF})?|(\d+)\s*${HALF})(?:\s*(${ZONE}))?`,
  'i',
)

const readTime: Reader = ({ parts }, groups) => {
  const [, hour, minute, second, fraction, minuteH, secondH, half, hourHalf, halfOnly, zone] =
    groups
  parts.hour = halfDay(Number(hour ?? hourHalf), half ?? halfOnly)
  setNumber(parts, 'minute', minute ?? minuteH)
  setNumber(parts, 'second', second ?? secondH)
  if (fraction !== undefined && fraction !== '') parts.fraction = fraction
  if (zone !== undefined) parts.zone = zone
}

const halfDay = (hour: number, half: string | undefined): number => {
  if (half === undefined) return hour
  return (hour % 12) + (half.toLowerCase() === 'p' ? 12 : 0)
}

type NumberPart = Exclude<keyof DateParts, 'zone' | 'fraction'>

const setNumber = (parts: DateParts, part: NumberPart, digits: string | undefined): void => {
  if (digits !== undefined && digits !== '') parts[part] = Number(digits)
}

const MONTH = '(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)'
const ERA = String.raw`(c(?:e|\.e\.)|b(?:ce|\.c\.e\.)|a(?:d|\.d\.)|b(?:c|\.c\.))`

const monthNumber = (name: string | undefined): string => {
  const short = (name ?? '').slice(0, 3).toLowerCase()
  return String(MONTHS.findIndex((month) => month.toLowerCase().startsWith(short)) + 1)
}

interface Triple {
  readonly year: string | undefined
  readonly month: string | undefined
  readonly day: string | undefined
  readonly beforeChrist?: boolean
}

const isYearLike = (text: string | undefined): boolean =>
  text !== undefined && (text.startsWith("'") || text.length > 2)

// Three numbers in the order in which they stand are sorted out by which can only be a year: one
// with an apostrophe or of more than two digits.
const arrange = ({ year, month, day }: Triple): Triple => {
  let [y, m, d] =
    year !== undefined && month !== undefined && day === undefined
      ? [day, year, month]
      : [year, month, day]
  if (y === undefined && isYearLike(d)) [y, d] = [d, y]
  const ordinal = /^\D*(\d+)\D/.exec(y ?? '')
  if (ordinal !== null) [y, d] = [d, ordinal[1]]
  if (isYearLike(m)) [y, m, d] = [m, d, y]
  if (isYearLike(d)) [y, d] = [d, y]
  return { year: y, month: m, day: d }
}

const setDate = (draft: Draft, triple: Triple): void => {
  const { year, month, day } = arrange(triple)
  const match = /([-+])?(\d+)/.exec(year ?? '')
  if (match !== null) {
    if (match[1] !== undefined || (match[2] ?? '').length > 2) draft.twoDigitYear = false
    const value = Number(match[0])
    draft.parts.year = triple.beforeChrist === true ? 1 - value : value
  }
  setNumber(draft.parts, 'month', /\d+/.exec(month ?? '')?.[0])
  setNumber(draft.parts, 'day', /\d+/.exec(day ?? '')?.[0])
}

const isBeforeChrist = (era: string | undefined): boolean => /^b/i.test(era ?? '')

const european: Reader = (draft, [, day, month, era, year]) =>
  setDate(draft, { year, month: monthNumber(month), day, beforeChrist: isBeforeChrist(era) })

const american: Reader = (draft, [, month, day, era, year]) =>
  setDate(draft, { year, month: monthNumber(month), day, beforeChrist: isBeforeChrist(era) })

const inOrder: Reader = (draft, [, year, month, day]) => setDate(draft, { year, month, day })

const JAPANESE_ERAS: Readonly<Record<string, number>> = {
  m: 1867,
  t: 1911,
  s: 1925,
  h: 1988,
  r: 2018,
}

const japanese: Reader = ({ parts }, [, era = '', year, month, day]) => {
  parts.year = Number(year) + (JAPANESE_ERAS[era.toLowerCase()] ?? 0)
  setNumber(parts, 'month', month)
  setNumber(parts, 'day', day)
}

const dayMonthName: Reader = (draft, [, day, month, year]) =>
  setDate(draft, { year, month: monthNumber(month), day })

const monthNameDay: Reader = (draft, [, month, day, year]) =>
  setDate(draft, { year, month: monthNumber(month), day })

const monthAndDay: Reader = ({ parts }, [, month, day]) => {
  setNumber(parts, 'month', month)
  setNumber(parts, 'day', day)
}

const yearAndDay: Reader = ({ parts }, [, year, yearDay]) => {
  setNumber(parts, 'year', year)
  setNumber(parts, 'yearDay', yearDay)
}

const nothing: Reader = () => undefined

/** Digits without separators, by their number: `20240229`, `240229T101112`. */
const digits: Reader = (draft, [, sign = '', number = '', time, fraction, zone]) => {
  if (time === undefined && fraction !== undefined) readDigitsBackwards(draft, number)
  else readDigits(draft, sign, number)
  if (time !== undefined) readDigitTime(draft.parts, time, fraction !== undefined)
  if (fraction !== undefined && fraction !== '') draft.parts.fraction = fraction
  if (zone !== undefined) draft.parts.zone = zone
}

const cut = (
  parts: DateParts,
  text: string,
  layout: readonly (readonly [NumberPart, number])[],
): void => {
  let at = 0
  for (const [part, length] of layout) {
    setNumber(parts, part, text.slice(at, at + length))
    at += length
  }
}

const LONG = [
  ['month', 2],
  ['day', 2],
  ['hour', 2],
  ['minute', 2],
  ['second', 2],
] as const

const readDigits = (draft: Draft, sign: string, text: string): void => {
  const { parts } = draft
  const { length } = text
  if (length === 2) cut(parts, text, [['day', 2]])
  else if (length === 3) cut(parts, text, [['yearDay', 3]])
  else if (length === 4)
    cut(parts, text, [
      ['month', 2],
      ['day', 2],
    ])
  else if (length === 5)
    cut(parts, text, [
      ['year', 2],
      ['yearDay', 3],
    ])
  else if (length === 6)
    cut(parts, text, [
      ['year', 2],
      ['month', 2],
      ['day', 2],
    ])
  else if (length === 7)
    cut(parts, text, [
      ['year', 4],
      ['yearDay', 3],
    ])
  else if (length % 2 === 0) {
    cut(parts, text, [['year', 4], ...LONG])
    draft.twoDigitYear = false
  }
  if (sign === '-' && parts.year !== undefined) parts.year = -parts.year
}

// With a fraction and no time the digits end in seconds.
const readDigitsBackwards = (draft: Draft, text: string): void => {
  const padded = text.length % 2 === 0 ? text : `0${text}`
  const pairs = padded.match(/\d\d/g) ?? []
  const order: NumberPart[] = ['second', 'minute', 'hour', 'day', 'month', 'year']
  for (const part of order) setNumber(draft.parts, part, pairs.pop())
}

// date_parse.c: parse_ddd_cb knows two, four and six digits; others say nothing.
const readDigitTime = (parts: DateParts, time: string, fromEnd: boolean): void => {
  if (time.length % 2 === 1) return
  const pairs = time.match(/\d\d/g) ?? []
  const order: NumberPart[] = ['hour', 'minute', 'second']
  const names = fromEnd ? order.slice(3 - pairs.length) : order
  for (const [index, pair] of pairs.entries()) {
    const part = names[index]
    if (part !== undefined) setNumber(parts, part, pair)
  }
}

const form = (source: string, read: Reader): [RegExp, Reader] => [new RegExp(source, 'i'), read]

/** Forms of dates, the first that fits counts. */
const FORMS: readonly (readonly [RegExp, Reader])[] = [
  form(
    String.raw`('?\d+)[^-\d\s]*\s*${MONTH}[^-\d\s']*(?:\s*${ERA}?\s*('?-?\d+(?:(?:st|nd|rd|th)\b)?))?`,
    european,
  ),
  form(
    String.raw`\b${MONTH}[^-\d\s']*\s*('?\d+)[^-\d\s']*(?:\s*,?\s*${ERA}?\s*('?-?\d+))?`,
    american,
  ),
  form(String.raw`('?[-+]?\d+)-(\d+)-('?-?\d+)`, inOrder),
  form(String.raw`\b([mtshr])(\d+)\.(\d+)\.(\d+)`, japanese),
  form(String.raw`('?-?\d+)-${MONTH}[^-/.]*-('?-?\d+)`, dayMonthName),
  form(String.raw`\b${MONTH}[^-/.]*-('?\d+)(?:-('?-?\d+))?`, monthNameDay),
  form(String.raw`('?-?\d+)/\s*('?\d+)(?:\D\s*('?-?\d+))?`, inOrder),
  form(String.raw`('?-?\d+)\.\s*('?\d+)\.\s*('?-?\d+)`, inOrder),
  // Weeks are understood, but do not make a time.
  form(String.raw`\b(?:\d{2}|\d{4})?-?w\d{2}(?:-?\d)?\b`, nothing),
  form(String.raw`-w-\d\b`, nothing),
  form(String.raw`--(\d{2})?-(\d{2})\b`, monthAndDay),
  form(String.raw`--(\d{2})(\d{2})?\b`, monthAndDay),
  form(String.raw`(?<![,.])\b(\d{2}|\d{4})-(\d{3})\b(?!-)`, yearAndDay),
  form(String.raw`'(\d+)\b`, ({ parts }, [, year]) => setNumber(parts, 'year', year)),
  form(String.raw`\b${MONTH}\S*`, ({ parts }, [, month]) =>
    setNumber(parts, 'month', monthNumber(month)),
  ),
  form(String.raw`(\d+)(?:st|nd|rd|th)\b`, ({ parts }, [, day]) => setNumber(parts, 'day', day)),
  form(
    String.raw`([-+]?)(\d{2,14})(?:\s*t?\s*(\d{2,6})?(?:[,.](\d*))?)?(z\b|[-+]\d{1,4}\b)?`,
    digits,
  ),
]

const readLoneNumber = ({ parts, rest }: Draft): void => {
  const match = /^\s*(\d{1,2})\s*$/.exec(rest)
  if (match === null) return
  const number = Number(match[1])
  if (parts.hour !== undefined && parts.day === undefined && number >= 1 && number <= 31) {
    parts.day = number
  }
  if (parts.day !== undefined && parts.hour === undefined && number <= 24) parts.hour = number
}

const completeYear = ({ parts, twoDigitYear }: Draft): void => {
  const { year } = parts
  if (!twoDigitYear || year === undefined || year < 0 || year > 99) return
  parts.year = year + (year >= 69 ? 1900 : 2000)
}
