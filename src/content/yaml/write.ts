/**
 * Writes values as YAML that Psych, SafeYAML and this folder read back as equal values: text that any of them would
 * read as a number, date or symbol is quoted.
 *
 * @see src/content/README.md
 */

import {
  DEFAULT_SCALAR_STYLE_RULES,
  defineScalarTag,
  dump,
  DUMP_SCHEMA,
  FAILSAFE_SCHEMA,
  NOT_RESOLVED,
  realMapTag,
  SCALAR_STYLE,
} from 'js-yaml'
import { ContentError } from '../error.js'
import { readPlainScalar } from './scalar.js'
import { YamlDate, YamlFloat, YamlObjectKey, YamlTime, isYamlMap } from './value.js'
import type { YamlKey, YamlValue } from './value.js'

/** The style of an existing text, which new text follows. */
export interface WriteStyle {
  readonly eol: '\n' | '\r\n'
  /** Indentation of a nested collection, in columns. */
  readonly indent: number
  /** True if the dashes of a list are in the column of its key. */
  readonly isListFlush: boolean
  readonly quote: 'single' | 'double'
}

export const PLAIN_STYLE: WriteStyle = {
  eol: '\n',
  indent: 2,
  isListFlush: true,
  quote: 'single',
}

/** Text that at least one YAML reader takes for a number, time, symbol or (in brackets) key. */
const NUMBERISH = /^(?:[-+.,_\d][\d_,.:xXa-fA-F+-]*|[:?].*)$/s
const INVISIBLE = /[\u007f-\u00a0\u2028\u2029\ufeff\ufffe\uffff]/g

const psychTag = defineScalarTag('tag:yaml.org,2002:psych', {
  implicit: true,
  identify: (value) => isRubyScalar(value),
  represent: (value) => scalarText(value),
  resolve: (text, isExplicit) => {
    if (isExplicit) return NOT_RESOLVED
    if (NUMBERISH.test(text)) return true
    const value = readPlainScalar(text)
    return typeof value === 'string' ? NOT_RESOLVED : true
  },
})

/** The first tag that takes a text decides: before js-yaml's own, or a date would be written as `!!psych '2024-01-02'`. */
const SCHEMA = FAILSAFE_SCHEMA.withTags(psychTag, [...DUMP_SCHEMA.tags], realMapTag)

function isRubyScalar(value: unknown): boolean {
  if (value === null || ['number', 'bigint', 'boolean'].includes(typeof value)) return true
  return value instanceof YamlDate || value instanceof YamlTime || value instanceof YamlFloat
}

function scalarText(value: unknown): string {
  if (value instanceof YamlDate) return value.iso
  if (value instanceof YamlTime) return value.text
  if (value instanceof YamlFloat) return floatText(value.value)
  if (typeof value !== 'number') return String(value)
  return Number.isInteger(value) ? String(BigInt(value)) : floatText(value)
}

/** Psych needs a point in every float and a sign in every exponent. */
function floatText(value: number): string {
  if (Number.isNaN(value)) return '.nan'
  if (!Number.isFinite(value)) return value > 0 ? '.inf' : '-.inf'
  if (Object.is(value, -0)) return '-0.0'
  const [mantissa = '', exponent] = String(value).split('e')
  const point = mantissa.includes('.') ? mantissa : `${mantissa}.0`
  return exponent === undefined ? point : `${point}e${exponent}`
}

/** Words that every YAML reader takes for text, like most keys and many values. */
const WORDS = /^[a-z][a-z0-9_/-]*(?: [a-z0-9][a-z0-9_/-]*)*$/i

function isPlainText(value: YamlKey | YamlValue): value is string {
  if (typeof value !== 'string' || value.length < 2 || value.length > 100) return false
  return WORDS.test(value) && readPlainScalar(value) === value
}

/** A value as it is written after the colon of its key: ` text`, or a line end and indented lines. */
export function writeAfterColon(value: YamlValue, style: WriteStyle): string {
  if (isPlainText(value)) return ` ${value}`
  const clean = wellFormed(value)
  if (typeof clean === 'string' && needsDoubleQuotes(clean)) return ` ${doubleQuoted(clean)}`
  const text = dumped(new Map([['k', clean]]), style).slice('k:'.length)
  return text.replace(/\n/g, style.eol)
}

/** A value as it is written after the dash of an item: as after a colon, but a collection begins on the same line. */
export function writeAfterDash(value: YamlValue, style: WriteStyle): string {
  const isOpen = Array.isArray(value) ? value.length > 0 : isYamlMap(value) && value.size > 0
  if (!isOpen) return writeAfterColon(value, style)
  const text = dumped([wellFormed(value)], { ...style, indent: 2 }).slice('-'.length)
  return text.replace(/\n/g, style.eol)
}

/** A key as it is written before the colon. @throws ContentError `invalid` if it does not fit on a line */
export function writeKey(key: YamlKey): string {
  if (isPlainText(key)) return key
  if (typeof key === 'string' && /[\n\r]/.test(key)) return doubleQuoted(wellFormedText(key))
  const text = dumped(new Map([[bareKey(key), 1]]), PLAIN_STYLE)
  if (!text.endsWith(': 1') || text.startsWith('? '))
    throw new ContentError('invalid', 'the key cannot be written on one line')
  return text.slice(0, -': 1'.length)
}

/** A collection on one line, `[a, b]` or `{a: 1}`; with `isPadded`, with spaces inside the brackets. */
export function writeFlow(value: YamlValue, style: WriteStyle, isPadded: boolean): string {
  return dump(wellFormed(value), {
    ...dumpOptions(style),
    flowLevel: 0,
    flowBracketPadding: isPadded,
  }).replace(/\n$/, '')
}

/** A value as it is written inside the brackets of a collection. */
export function writeInFlow(value: YamlValue, style: WriteStyle): string {
  return writeFlow([value], style, false).slice(1, -1)
}

/** A text in the given quotes. Text that single quotes cannot contain gets double quotes. */
export function writeQuoted(text: string, quote: 'single' | 'double'): string {
  if (quote === 'double' || /[\n\r]/.test(text) || /[^\x20-\x7e\u00a1-\ud7ff]/.test(text))
    return doubleQuoted(wellFormedText(text))
  return `'${text.replaceAll("'", "''")}'`
}

/** A whole YAML text with these top-level keys, for new files. Throws as `writeKey`. */
export function writeDocument(data: ReadonlyMap<YamlKey, YamlValue>, style = PLAIN_STYLE): string {
  return [...data]
    .map(([key, value]) => writeKey(key) + ':' + writeAfterColon(value, style) + style.eol)
    .join('')
}

function dumpOptions(style: WriteStyle): Parameters<typeof dump>[1] {
  return {
    schema: SCHEMA,
    lineWidth: -1,
    indent: style.indent,
    seqNoIndent: style.isListFlush,
    quoteStyle: style.quote,
    noRefs: true,
    scalarStyleRules: STYLE_RULES,
  }
}

function dumped(value: unknown, style: WriteStyle): string {
  return dump(value, dumpOptions(style)).replace(/\n$/, '')
}

/** Block scalars lose white space at the end, and need an indicator for it at the start. Quotes keep both. */
function needsDoubleQuotes(text: string): boolean {
  return text.includes('\n') && /^[ \t\n]|[ \t]\n?$|\n[ \t]*\n$/.test(text)
}

type StyleRule = (typeof DEFAULT_SCALAR_STYLE_RULES)[keyof typeof DEFAULT_SCALAR_STYLE_RULES]

/**
 * After a block that keeps line ends, js-yaml writes `...`, the end of the document: in a file, that would be the end of
 * its front matter.
 */
const STYLE_RULES: readonly StyleRule[] = [
  ...Object.values(DEFAULT_SCALAR_STYLE_RULES),
  (layout) => {
    if (needsDoubleQuotes(layout.node.value)) layout.style = SCALAR_STYLE.DOUBLE_QUOTED
  },
]

function doubleQuoted(text: string): string {
  return JSON.stringify(text).replace(
    INVISIBLE,
    (char) => '\\u' + char.charCodeAt(0).toString(16).padStart(4, '0'),
  )
}

function wellFormedText(text: string): string {
  return text.replace(/\p{Surrogate}/gu, '\ufffd')
}

function bareKey(key: YamlKey): unknown {
  return key instanceof YamlObjectKey ? wellFormed(key.value) : key
}

/** Replaces lone surrogates, which UTF-8 cannot encode. Keys are what js-yaml writes as keys. */
function wellFormed(value: YamlValue): unknown {
  if (typeof value === 'string') return wellFormedText(value)
  if (Array.isArray(value)) return value.map(wellFormed)
  if (!isYamlMap(value)) return value
  return new Map<unknown, unknown>(
    [...value].map(([key, item]) => [bareKey(key), wellFormed(item)]),
  )
}
