/** Filters on text. */

import type { FilterDefinition } from '../definition.js'
import { argumentError } from '../error.js'
import { characterCount } from '../lookup.js'
import { toInteger } from '../number.js'
import { isSpace, lstrip, rstrip, skipSpaces, strip } from '../scan.js'
import { toRubyString } from '../text.js'
import { isEmpty } from '../compare.js'
import { isList, type LiquidValue } from '../value.js'
import { replaceAll, replaceFirst, replaceLast } from './replace.js'

const onText = (name: string, change: (text: string) => LiquidValue): FilterDefinition => ({
  name,
  arity: [0, 0],
  apply: (input) => change(toRubyString(input)),
})

const withText = (
  name: string,
  change: (text: string, argument: string) => string,
): FilterDefinition => ({
  name,
  arity: [1, 1],
  apply: (input, [argument = null]) => change(toRubyString(input), toRubyString(argument)),
})

// Ruby's sigma does not know whether it ends a word.
const downcase = (text: string): string => text.replaceAll('Σ', 'σ').toLowerCase()

const capitalize = (text: string): string => {
  const first = String.fromCodePoint(...[text.codePointAt(0)].filter((code) => code !== undefined))
  return first.toUpperCase() + downcase(text.slice(first.length))
}

/** Ruby's `slice(offset, length)`; null where the offset lies outside. */
const sliceRange = (size: number, offset: number, length: number): [number, number] | null => {
  const start = offset < 0 ? offset + size : offset
  if (start < 0 || start > size || length < 0) return null
  return [start, Math.min(size, start + length)]
}

const slice = (input: LiquidValue, offset: LiquidValue, length: LiquidValue): LiquidValue => {
  const items = isList(input) ? input : Array.from(toRubyString(input))
  const count = length === null || length === false ? 1 : toInteger(length)
  const range = sliceRange(items.length, toInteger(offset), count)
  const part: readonly LiquidValue[] = range === null ? [] : items.slice(...range)
  return isList(input) ? part : part.map(toRubyString).join('')
}

const truncate = (input: LiquidValue, length: LiquidValue, ending: LiquidValue): LiquidValue => {
  if (input === null) return null
  const text = toRubyString(input)
  const limit = toInteger(length)
  const tail = toRubyString(ending)
  if (characterCount(text) <= limit) return text
  const kept = Math.max(0, limit - characterCount(tail))
  return (
    Array.from(text.slice(0, kept * 2))
      .slice(0, kept)
      .join('') + tail
  )
}

/** The first words, and where the rest begins; -1 when there is no rest. */
export const firstWords = (text: string, count: number): { words: string[]; rest: number } => {
  const words: string[] = []
  let at = skipSpaces(text, 0)
  while (at < text.length && words.length < count) {
    let end = at
    while (end < text.length && !isSpace(text.charCodeAt(end))) end++
    words.push(text.slice(at, end))
    at = skipSpaces(text, end)
  }
  return { words, rest: at < text.length ? at : -1 }
}

const truncateWords = (
  input: LiquidValue,
  count: LiquidValue,
  ending: LiquidValue,
): LiquidValue => {
  if (input === null) return null
  const text = toRubyString(input)
  const limit = Math.max(1, toInteger(count))
  const { words, rest } = firstWords(text, limit)
  // What stands behind the last word counts for one more, even if it is blank.
  const isWhole = rest < 0 && (words.length < limit || !isSpace(text.charCodeAt(text.length - 1)))
  return isWhole ? text : words.join(' ') + toRubyString(ending)
}

const withoutTrailingEmpty = (parts: string[]): string[] => {
  while (parts.at(-1) === '') parts.pop()
  return parts
}

/** Ruby's `split`: one blank means runs of white space, and empty parts at the end go. */
const split = (text: string, pattern: string): string[] => {
  if (pattern === '') return Array.from(text)
  if (pattern === ' ') return firstWords(text, Infinity).words
  return withoutTrailingEmpty(text.split(pattern))
}

const useDefault = (
  input: LiquidValue,
  fallback: LiquidValue,
  options: LiquidValue,
): LiquidValue => {
  const allowFalse = options instanceof Map && (options.get('allow_false') ?? false) !== false
  const missing = allowFalse ? input === null : input === null || input === false
  return missing || isEmpty(input) ? fallback : input
}

const replacing = (
  name: string,
  change: (text: string, from: string, to: string) => string,
): FilterDefinition => ({
  name,
  arity: [name === 'replace_last' ? 2 : 1, 2],
  apply: (input, [from = null, to = '']) =>
    change(toRubyString(input), toRubyString(from), toRubyString(to)),
})

const replaceWithin =
  (change: typeof replaceFirst) =>
  (text: string, from: string): string =>
    change(text, from, '')

export const STRING_FILTERS: readonly FilterDefinition[] = [
  onText('downcase', downcase),
  onText('upcase', (text) => text.toUpperCase()),
  onText('capitalize', capitalize),
  onText('strip', strip),
  onText('lstrip', lstrip),
  onText('rstrip', rstrip),
  onText('strip_newlines', (text) => text.replace(/\r?\n/g, '')),
  onText('newline_to_br', (text) => text.replace(/\r?\n/g, '<br />\n')),
  withText('append', (text, tail) => text + tail),
  withText('prepend', (text, head) => head + text),
  {
    name: 'split',
    arity: [1, 1],
    apply: (input, [pattern = null]) => split(toRubyString(input), toRubyString(pattern)),
  },
  {
    name: 'replace',
    arity: [1, 2],
    apply: (input, [from = null, to = ''], ctx) => {
      const texts = {
        text: toRubyString(input),
        from: toRubyString(from),
        to: toRubyString(to),
      }
      return replaceAll(texts, ctx.render.limits.outputBytes)
    },
  },
  replacing('replace_first', replaceFirst),
  replacing('replace_last', replaceLast),
  withText('remove', (text, from) => (from === '' ? text : text.split(from).join(''))),
  withText('remove_first', replaceWithin(replaceFirst)),
  withText('remove_last', replaceWithin(replaceLast)),
  {
    name: 'slice',
    arity: [1, 2],
    apply: (input, [offset = null, length = null]) => slice(input, offset, length),
  },
  {
    name: 'truncate',
    arity: [0, 2],
    apply: (input, [length = 50, ending = '...']) => truncate(input, length, ending),
  },
  {
    name: 'truncatewords',
    arity: [0, 2],
    apply: (input, [count = 15, ending = '...']) => truncateWords(input, count, ending),
  },
  {
    name: 'default',
    arity: [0, 2],
    apply: (input, [fallback = '', options = null]) => useDefault(input, fallback, options),
  },
]

/** Refuses base64 that Ruby's strict decoder refuses. */
export const decodeBase64 = (text: string, filter: string): string => {
  const standard = text.replaceAll('-', '+').replaceAll('_', '/')
  if (!/^[A-Za-z0-9+/]*={0,2}$/.test(standard) || standard.length % 4 !== 0) {
    throw argumentError(`invalid base64 provided to ${filter}`)
  }
  return Buffer.from(standard, 'base64').toString('utf8')
}
