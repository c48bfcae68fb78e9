/**
 * Changes keys of a YAML mapping. Every other byte stays: comments, order, quoting, blank lines and line ends.
 *
 * All changes are made in one pass. Then the result is parsed and compared with the intended values. If they differ,
 * the edit is refused.
 *
 * @see src/content/README.md
 */

import { ContentError } from '../error.js'
import { outline } from './outline.js'
import type { OutlineNode, OutlinePair } from './outline.js'
import { parseYaml } from './parse.js'
import { appendPairs, applyCuts, removePair, replaceValue, styleOf } from './splice.js'
import type { Cut, NewPair } from './splice.js'
import { equalValues, isYamlMap, keyToText } from './value.js'
import type { YamlKey, YamlMap, YamlValue } from './value.js'
import { writeKey, type WriteStyle } from './write.js'

/** One change: sets the key at `path` to `value`, or removes the key if there is no value. */
export interface YamlEdit {
  readonly path: readonly string[]
  readonly value?: YamlValue
}

/**
 * Sets the value at a path of keys. Creates missing maps on the way.
 *
 * @throws ContentError `refused`, with the reason, if the change would damage the file
 */
export function setIn(source: string, path: readonly string[], value: YamlValue): string {
  return editYaml(source, [{ path, value }])
}

/** Removes the key at a path. A missing key changes nothing. Throws as `setIn`. */
export function removeIn(source: string, path: readonly string[]): string {
  return editYaml(source, [{ path }])
}

/**
 * Makes several changes in order, with one check. Throws as `setIn`.
 *
 * @param before the mapping in `source`, if the caller has parsed it
 */
export function editYaml(
  source: string,
  edits: readonly YamlEdit[],
  before: YamlMap = readMap(source),
): string {
  const after = withEdits(before, edits)
  if (equalValues(before, after)) return source
  const root = outline(source)
  const cuts = cutsOf(root, { before, after, edits }, { source, style: styleOf(source, root) })
  const text = applyCuts(source, cuts)
  if (text !== source && equalValues(readMap(text), after)) return text
  // A block at the end of a text without a last line break gains one when something follows it.
  if (!source.endsWith('\n')) return editYaml(`${source}\n`, edits)
  throw new ContentError('refused', 'the change cannot be made without touching other keys')
}

function readMap(source: string): YamlMap {
  const { value, error } = parseYaml(source)
  if (error !== null)
    throw new ContentError('refused', `line ${error.line} is not valid YAML: ${error.reason}`)
  if (value === null) return new Map()
  if (!isYamlMap(value)) throw new ContentError('refused', 'the YAML is not a mapping of keys')
  return value
}

/** A copy of the map with all edits made, in order. Values that no edit changes are shared. */
export function withEdits(map: YamlMap, edits: readonly YamlEdit[]): YamlMap {
  const copy = new Map(map)
  const keys = keysByText(map)
  for (const [name, own] of byFirstName(edits)) {
    // The key null is written as an empty text.
    const key = keys.has(name) ? (keys.get(name) ?? null) : name
    const value = valueWithEdits(copy.get(key), own)
    if (value === undefined) copy.delete(key)
    else copy.set(key, value)
  }
  return copy
}

/** Groups edits by the first key of their path. @throws ContentError `invalid` for an empty path */
function byFirstName(edits: readonly YamlEdit[]): Map<string, YamlEdit[]> {
  const groups = new Map<string, YamlEdit[]>()
  for (const { path, ...change } of edits) {
    const [name, ...rest] = path
    if (name === undefined) throw new ContentError('invalid', 'an empty path')
    const group = groups.get(name)
    const inner = { path: rest, ...change }
    if (group) group.push(inner)
    else groups.set(name, [inner])
  }
  return groups
}

/** A value after edits inside it. An edit with an empty path replaces the whole value. */
function valueWithEdits(
  value: YamlValue | undefined,
  edits: readonly YamlEdit[],
): YamlValue | undefined {
  const last = edits.findLastIndex(({ path }) => path.length === 0)
  const whole = last < 0 ? value : edits[last]?.value
  const inner = edits.slice(last + 1)
  if (inner.length === 0) return whole
  const isMap = whole !== undefined && isYamlMap(whole)
  if (!isMap && inner.every((edit) => edit.value === undefined)) return whole
  return withEdits(isMap ? whole : new Map(), inner)
}

/** Keys by their text. A text key wins over a number that is written the same. */
function keysByText(map: YamlMap): Map<string, YamlKey> {
  const keys = new Map<string, YamlKey>()
  for (const key of map.keys()) {
    const name = keyToText(key)
    if (typeof key === 'string' || !keys.has(name)) keys.set(name, key)
  }
  return keys
}

interface Change {
  readonly before: YamlMap
  readonly after: YamlMap
  /** Only the keys in these are compared. */
  readonly edits: readonly YamlEdit[]
}

interface Original {
  readonly source: string
  readonly style: WriteStyle
}

/** The cuts that turn one mapping of the text into another. */
function cutsOf(
  map: OutlineNode | null,
  { before, after, edits }: Change,
  original: Original,
): Cut[] {
  const pairs = pairsByKey(map?.pairs ?? [])
  const [oldKeys, newKeys] = [keysByText(before), keysByText(after)]
  const cuts: Cut[] = []
  const added: NewPair[] = []
  let isLastGone = false
  for (const [name, inner] of byFirstName(edits)) {
    const written = pairs.get(name)
    const pair = written?.at(-1)
    const [old, value] = [valueAt(before, oldKeys, name), valueAt(after, newKeys, name)]
    if (value === undefined) {
      for (const one of written ?? []) cuts.push(removePair(original.source, one))
      isLastGone ||= pair !== undefined && pair === map?.pairs.at(-1)
    } else if (old === undefined || !equalValues(old, value)) {
      if (pair === undefined) added.push({ key: writeKey(name), value })
      else cuts.push(...cutsOfPair(pair, { old, value, edits: inner }, original))
    }
  }
  if (added.length > 0)
    cuts.push(
      appendPairs(original.source, map, { pairs: added, style: original.style, isLastGone }),
    )
  return cuts
}

/** A key may occur several times; the last one wins. */
function pairsByKey(pairs: readonly OutlinePair[]): Map<string, OutlinePair[]> {
  const groups = new Map<string, OutlinePair[]>()
  for (const pair of pairs) {
    const group = groups.get(pair.key)
    if (group) group.push(pair)
    else groups.set(pair.key, [pair])
  }
  return groups
}

function valueAt(map: YamlMap, keys: ReadonlyMap<string, YamlKey>, name: string) {
  const key = keys.get(name)
  return key === undefined ? undefined : map.get(key)
}

interface PairChange {
  readonly old: YamlValue | undefined
  readonly value: YamlValue
  /** Edits inside the value; one with an empty path replaces the whole value. */
  readonly edits: readonly YamlEdit[]
}

/** Edits inside block mappings; replaces any other value as a whole. */
function cutsOfPair(
  pair: OutlinePair,
  { old, value, edits }: PairChange,
  original: Original,
): Cut[] {
  const { source, style } = original
  const isInside = edits.every(({ path }) => path.length > 0) && isOpenMap(pair.value)
  if (isInside && isYamlMap(old) && isYamlMap(value)) {
    const change = { before: old, after: value, edits }
    if (keepsPair(pair.value, change)) return cutsOf(pair.value, change, original)
  }
  return [replaceValue(source, pair, { value, style })]
}

function isOpenMap(node: OutlineNode): boolean {
  return node.kind === 'map' && !node.isFlow && node.pairs.length > 0
}

/** True if the mapping keeps one of its pairs: without any, it would not be a mapping. */
function keepsPair(map: OutlineNode, { after, edits }: Change): boolean {
  const kept = keysByText(after)
  const gone = new Set([...byFirstName(edits).keys()].filter((name) => !kept.has(name)))
  return map.pairs.some(({ key }) => !gone.has(key))
}
