/** Jekyll's filters over text, and the functions behind them. */

import type { FilterDefinition } from '../../../liquid/definition.js'
import { argumentError } from '../../../liquid/error.js'
import { inspect, joinValues, toRubyString } from '../../../liquid/text.js'
import { Drop, isList, LiquidTime, type LiquidValue } from '../../../liquid/value.js'
import { stripOf } from '../../../liquid/scan.js'
import { slugify } from '../../../content/slug.js'
import { escapeUri } from '../../base/uri.js'

const XML: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
}

/** Text for XML, attributes too. */
export function xmlEscape(text: string): string {
  // Ruby quotes the whole and Jekyll drops a quote at either end, which is never one of the text.
  return text.replace(/[&<>"']/g, (character) => XML[character] ?? character)
}

/** Runs of white space as one space, none at the ends. */
export function normalizeWhitespace(text: string): string {
  return stripOf(text.replace(/[ \t\r\n\f\v]+/g, ' '), ' \0')
}

/** A query-string escape: spaces become `+`. */
function cgiEscape(text: string): string {
  return encodeURIComponent(text)
    .replace(/[!'()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`)
    .replaceAll('%20', '+')
}

const CJK = /[\p{Script=Han}\p{Script=Katakana}\p{Script=Hiragana}\p{Script=Hangul}]/gu
const NOT_CJK =
  /[^\p{Script=Han}\p{Script=Katakana}\p{Script=Hiragana}\p{Script=Hangul} \t\r\n\f\v]+/gu

function numberOfWords(text: string, mode: LiquidValue | undefined): number {
  const words = text.split(/[ \t\r\n\f\v\0]+/).filter((word) => word !== '').length
  if (mode !== 'cjk' && mode !== 'auto') return words
  const characters = text.match(CJK)?.length ?? 0
  if (mode === 'auto' && characters === 0) return words
  return characters + (text.match(NOT_CJK)?.length ?? 0)
}

function toSentence(list: readonly LiquidValue[], connector: string): string {
  const word = (at: number): string => toRubyString(list.at(at) ?? null)
  if (list.length < 2) return list.length === 0 ? '' : word(0)
  if (list.length === 2) return `${word(0)} ${connector} ${word(1)}`
  return `${joinValues(list.slice(0, -1), ', ')}, ${connector} ${word(-1)}`
}

// A text of up to two characters passes for a list, since nothing is joined: an author without a name, say.
function sentence(input: LiquidValue, [connector = 'and']: readonly LiquidValue[]): LiquidValue {
  const list = typeof input === 'string' ? Array.from(input) : input
  if (!isList(list) || (list !== input && list.length > 2)) {
    throw argumentError('array_to_sentence_string needs an array')
  }
  return toSentence(list, toRubyString(connector))
}

function slug(input: LiquidValue, [mode]: readonly LiquidValue[]): LiquidValue {
  if (input === null) return null
  const options = mode === undefined || mode === null ? {} : { mode: toRubyString(mode) }
  return slugify(toRubyString(input), options)
}

// jekyll/filters.rb: to_integer is Ruby's to_i
function toInteger(input: LiquidValue): LiquidValue {
  if (input instanceof LiquidTime) return Math.floor(input.epochMs / 1000)
  if (typeof input === 'boolean') return input ? 1 : 0
  if (typeof input === 'string') return Number.parseInt(input, 10) || 0
  return Math.trunc(Number.parseFloat(toRubyString(input))) || 0
}

const onText =
  (change: (text: string) => LiquidValue) =>
  (input: LiquidValue): LiquidValue =>
    change(toRubyString(input))

// A page that is looked at alone is a hash, in a list the page itself.
function inspectInput(input: LiquidValue): string {
  return input instanceof Drop ? input.toLiquidString() : inspect(input)
}

/** The filters. */
export const TEXT_FILTERS: readonly FilterDefinition[] = [
  { name: 'slugify', arity: [0, 1], apply: slug },
  { name: 'xml_escape', arity: [0, 0], apply: onText(xmlEscape) },
  { name: 'cgi_escape', arity: [0, 0], apply: onText(cgiEscape) },
  { name: 'uri_escape', arity: [0, 0], apply: onText(escapeUri) },
  { name: 'normalize_whitespace', arity: [0, 0], apply: onText(normalizeWhitespace) },
  {
    name: 'number_of_words',
    arity: [0, 1],
    apply: (input, [mode]) => numberOfWords(toRubyString(input), mode),
  },
  { name: 'array_to_sentence_string', arity: [0, 1], apply: sentence },
  { name: 'to_integer', arity: [0, 0], apply: toInteger },
  { name: 'inspect', arity: [0, 0], apply: (input) => xmlEscape(inspectInput(input)) },
]
