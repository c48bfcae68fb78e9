/** Makes the replacements of an edit in a YAML text, in the style of the text. */

import { ContentError } from '../error.js'
import { lineEnd, lineStart } from './outline.js'
import type { OutlineNode, OutlinePair } from './outline.js'
import { isYamlMap } from './value.js'
import type { YamlValue } from './value.js'
import { PLAIN_STYLE, writeAfterColon, writeFlow, writeQuoted, type WriteStyle } from './write.js'

/** Replaces the characters from `start` to `end` (exclusive) by `text`. */
export interface Cut {
  readonly start: number
  readonly end: number
  readonly text: string
}

interface Written {
  readonly value: YamlValue
  readonly style: WriteStyle
  /** Writes a value below its key or dash; by default, for a key. */
  readonly write?: typeof writeAfterColon
}

/** The text with all cuts made. They must not overlap; several at one place are made in the order of the list. */
export function applyCuts(source: string, cuts: readonly Cut[]): string {
  const parts: string[] = []
  let at = 0
  for (const { start, end, text } of cuts.toSorted((a, b) => a.start - b.start || a.end - b.end)) {
    parts.push(source.slice(at, start), text)
    at = end
  }
  return parts.join('') + source.slice(at)
}

/** The style of a text, from its first list, its first nested block and its quotes. */
export function styleOf(source: string, root: OutlineNode | null): WriteStyle {
  const eol = source.includes('\r\n') ? '\r\n' : '\n'
  if (root === null) return { ...PLAIN_STYLE, eol }
  const pairs = allPairs(root)
  const columnsIn = (pair: OutlinePair) =>
    columnOf(source, pair.value.start) - keyColumn(source, pair)
  const blocks = pairs.filter(({ value }) => isOpenBlock(value))
  const list = blocks.find(({ value }) => value.kind === 'list')
  const indented = blocks.map(columnsIn).find((columns) => columns > 0)
  return {
    eol,
    indent: Math.min(8, Math.max(2, indented ?? PLAIN_STYLE.indent)),
    isListFlush: list === undefined ? PLAIN_STYLE.isListFlush : columnsIn(list) <= 0,
    quote: pairs.some(({ value }) => value.quote === 'double') ? 'double' : 'single',
  }
}

function allPairs(node: OutlineNode): OutlinePair[] {
  if (node.isFlow) return []
  const inPairs = node.pairs.flatMap((pair) => [pair, ...allPairs(pair.value)])
  return [...inPairs, ...node.items.flatMap(allPairs)]
}

function isOpenBlock(value: OutlineNode): boolean {
  return (value.kind === 'list' || value.kind === 'map') && !value.isFlow
}

function columnOf(source: string, at: number): number {
  return at - lineStart(source, at)
}

function keyColumn(source: string, pair: OutlinePair): number {
  return columnOf(source, pair.keyStart)
}

/** `to`, or where the white space before it begins. */
export function trimEnd(source: string, from: number, to: number): number {
  let end = to
  while (end > from && /\s/.test(source[end - 1] ?? '')) end--
  return end
}

/** Replaces the value of a pair. @throws ContentError `refused` if the key is not written as `key:` */
export function replaceValue(source: string, pair: OutlinePair, written: Written): Cut {
  refuseUnlessSimple(pair)
  return replaceOnLine(source, pair, written) ?? replaceWhole(source, pair, written)
}

function refuseUnlessSimple(pair: OutlinePair): void {
  if (!pair.isSimple) throw new ContentError('refused', 'a key is not written as `key:`')
}

/** The smallest cut, for a value on one line before and after; null if it is not. */
function replaceOnLine(
  source: string,
  { colon, value: old }: OutlinePair,
  { value, style }: Written,
): Cut | null {
  if (old.hasProperties || source.slice(colon, old.end).includes('\n')) return null
  const text = inPlaceOf(source, old, { value, style })
  if (text === null || text.includes('\n')) return null
  if (old.kind !== 'null') return { start: old.start, end: old.end, text }
  return { start: colon + 1, end: colon + 1, text: ` ${text}` }
}

function inPlaceOf(source: string, old: OutlineNode, { value, style }: Written): string | null {
  const isCollection = Array.isArray(value) || isYamlMap(value)
  if (old.isFlow && isCollection) {
    const isPadded = /^[[{] /.test(source.slice(old.start, old.end))
    return writeFlow(value, style, isPadded)
  }
  if (old.kind !== 'scalar' && old.kind !== 'null' && !(old.isFlow && !isCollection)) return null
  if (old.quote !== null && typeof value === 'string') return writeQuoted(value, old.quote)
  const text = writeAfterColon(value, style)
  return text.startsWith(' ') ? text.slice(1) : null
}

/** Replaces from the colon to the end of the old value. A comment on the line of the key stays. */
function replaceWhole(
  source: string,
  pair: OutlinePair,
  { value, style, write = writeAfterColon }: Written,
): Cut {
  const { colon, value: old } = pair
  const valueEnd = trimEnd(source, colon + 1, Math.max(colon + 1, old.end))
  const keyLineEnd = trimEnd(source, colon + 1, lineEnd(source, colon))
  const isOneLine = valueEnd <= keyLineEnd
  const isBelow = old.kind === 'block' || old.start > keyLineEnd
  const bareEnd = isBelow ? headerEnd(source, colon) : isOneLine ? valueEnd : keyLineEnd
  const comment = /^[ \t]+#.*$/.exec(source.slice(bareEnd, keyLineEnd))?.[0] ?? ''
  const takesLine = (comment !== '' && isOneLine) || (isBelow && old.kind !== 'block')
  // A comment on the last line of the old value is removed with it.
  const end = takesLine ? trimEnd(source, valueEnd, lineEnd(source, valueEnd)) : valueEnd
  const text = indented(write(value, style), keyColumn(source, pair))
  const blanks = text.includes('\n') ? blanksAt(source, end) : 0
  return { start: colon + 1, end: end + blanks, text: withComment(text, comment) }
}

/** Number of spaces and tabs up to the line end: after a block, they would be part of it. */
function blanksAt(source: string, at: number): number {
  return /^[ \t]+(?=\r?$)/.exec(source.slice(at, lineEnd(source, at)))?.[0].length ?? 0
}

/** Offset after anchor, tag and block indicator of a value whose text is on the lines below. */
function headerEnd(source: string, colon: number): number {
  const header = /^(?:[ \t]+[&!][^\s]*)*(?:[ \t]*[|>][-+0-9]*)?/.exec(source.slice(colon + 1))
  return colon + 1 + (header?.[0].length ?? 0)
}

function withComment(text: string, comment: string): string {
  const firstEnd = text.search(/\r?\n/)
  return firstEnd < 0 ? text + comment : text.slice(0, firstEnd) + comment + text.slice(firstEnd)
}

function indented(text: string, columns: number): string {
  return columns === 0 ? text : text.replace(/\n(?=[^\r\n])/g, `\n${' '.repeat(columns)}`)
}

export interface NewPair {
  /** From `writeKey`. */
  readonly key: string
  readonly value: YamlValue
}

interface Appended {
  readonly pairs: readonly NewPair[]
  readonly style: WriteStyle
  /** Another cut removes the last pair with its lines. */
  readonly isLastGone: boolean
}

/** Adds pairs after the last one of a mapping, or at the end of a text without a mapping. */
export function appendPairs(
  source: string,
  map: OutlineNode | null,
  { pairs, style, isLastGone }: Appended,
): Cut {
  const last = map?.pairs.at(-1)
  const columns = last === undefined ? 0 : keyColumns(source, last)
  const lines = pairs.map(({ key, value }) =>
    lineOf({ head: `${key}:`, text: writeAfterColon(value, style), columns }, style),
  )
  const at = last === undefined ? source.length : endOfPair(source, last)
  return insertLines(source, { at, lines, style, isLineStart: isLastGone })
}

interface Line {
  /** A key with its colon, or a dash. */
  readonly head: string
  /** From `writeAfterColon` or `writeAfterDash`. */
  readonly text: string
  /** The indentation. */
  readonly columns: number
}

/** A key or an item with its value, indented, with its line end. */
export function lineOf({ head, text, columns }: Line, { eol }: WriteStyle): string {
  return ' '.repeat(columns) + head + indented(text, columns) + eol
}

interface Inserted {
  readonly at: number
  /** From `lineOf`. */
  readonly lines: readonly string[]
  readonly style: WriteStyle
  /** True if other cuts leave a line start there. */
  readonly isLineStart: boolean
}

/** Inserts lines at a line start, or at the end of a text whose last line has no line end. */
export function insertLines(
  source: string,
  { at, lines, style: { eol }, isLineStart }: Inserted,
): Cut {
  const text = lines.join('')
  const isOpen = !isLineStart && at > 0 && source[at - 1] !== '\n'
  return { start: at, end: at, text: (isOpen ? eol : '') + text }
}

/** Column of a key, which may come after the dash of a list. @throws ContentError `refused` if something else is before it */
function keyColumns(source: string, { keyStart }: OutlinePair): number {
  const start = lineStart(source, keyStart)
  if (/[^ -]/.test(source.slice(start, keyStart)))
    throw new ContentError('refused', 'a key does not stand at the start of its line')
  return keyStart - start
}

/** Column of a key or dash. @throws ContentError `refused` if something is before it on its line */
export function startColumn(source: string, pair: OutlinePair): number {
  const start = lineStart(source, pair.keyStart)
  if (source.slice(start, pair.keyStart).trim() !== '')
    throw new ContentError('refused', 'a key does not stand at the start of its line')
  return pair.keyStart - start
}

/** Offset of the line after the pair, or of the end of the text. */
export function endOfPair(source: string, { colon, value }: OutlinePair): number {
  const end = Math.max(colon + 1, value.end)
  if (end > colon + 1 && source[end - 1] === '\n') return end
  return Math.min(source.length, lineEnd(source, end) + 1)
}

/** Removes the lines of a pair; blank lines and comments after it stay. @throws ContentError `refused` */
export function removePair(source: string, pair: OutlinePair): Cut {
  refuseUnlessSimple(pair)
  startColumn(source, pair)
  const start = lineStart(source, pair.keyStart)
  const end = trimEnd(source, pair.colon + 1, Math.max(pair.colon + 1, pair.value.end))
  const next = Math.min(source.length, lineEnd(source, end) + 1)
  return { start, end: next, text: '' }
}
