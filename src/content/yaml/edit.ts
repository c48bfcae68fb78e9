/**
 * Changes keys of a YAML mapping and leaves every other byte: comments, order, quoting, blank lines
 * and line ends stay.
 *
 * However many keys change, the text is read once, cut once and read once more: that guard compares
 * the result with what was wished for, and where they differ the edit is refused and nothing is changed.
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

/** One change: the key at `path` gets `value`, or goes where there is none. */
export interface YamlEdit {
  readonly path: readonly string[]
  readonly value?: YamlValue
}

/**
 * Sets the value at a path of keys; maps on the way are made where they are missing.
 *
 * @throws ContentError `refused`, with the reason, for what cannot be changed without damage
 */
export function setIn(source: string, path: readonly string[], value: YamlValue): string {
  return editYaml(source, [{ path, value }])
}

/** Removes the key at a path; a path that is not there changes nothing. Throws as `setIn`. */
export function removeIn(source: string, path: readonly string[]): string {
  return editYaml(source, [{ path }])
}

/**
 * Several changes, in order, under one guard. Throws as `setIn`.
 *
 * @param before what `source` says, where it was read already
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

/** The map with all edits made, in order; what is on no path is shared. */
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

/** Edits by the key that they go through; an empty path goes nowhere. */
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

/** A value after edits of its inside, and of itself where their path is empty. */
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

/** A text key is found before a number that is written the same. */
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
  /** Only what these name is compared. */
  readonly edits: readonly YamlEdit[]
}

interface Page {
  readonly source: string
  readonly style: WriteStyle
}

/** The cuts that turn one mapping of the text into another. */
function cutsOf(map: OutlineNode | null, { before, after, edits }: Change, page: Page): Cut[] {
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
      for (const one of written ?? []) cuts.push(removePair(page.source, one))
      isLastGone ||= pair !== undefined && pair === map?.pairs.at(-1)
    } else if (old === undefined || !equalValues(old, value)) {
      if (pair === undefined) added.push({ key: writeKey(name), value })
      else cuts.push(...cutsOfPair(pair, { old, value, edits: inner }, page))
    }
  }
  if (added.length > 0)
    cuts.push(appendPairs(page.source, map, { pairs: added, style: page.style, isLastGone }))
  return cuts
}

/** A key may stand several times; the last one wins. */
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
  /** Of its inside; one with an empty path is of the whole value. */
  readonly edits: readonly YamlEdit[]
}

/** Goes down as far as block mappings go; below, the whole value is written anew. */
function cutsOfPair(pair: OutlinePair, { old, value, edits }: PairChange, page: Page): Cut[] {
  const { source, style } = page
  const isInside = edits.every(({ path }) => path.length > 0) && isOpenMap(pair.value)
  if (isInside && isYamlMap(old) && isYamlMap(value)) {
    const change = { before: old, after: value, edits }
    if (keepsPair(pair.value, change)) return cutsOf(pair.value, change, page)
  }
  return [replaceValue(source, pair, { value, style })]
}

function isOpenMap(node: OutlineNode): boolean {
  return node.kind === 'map' && !node.isFlow && node.pairs.length > 0
}

/** Without any of its lines a block mapping would be no mapping. */
function keepsPair(map: OutlineNode, { after, edits }: Change): boolean {
  const kept = keysByText(after)
  const gone = new Set([...byFirstName(edits).keys()].filter((name) => !kept.has(name)))
  return map.pairs.some(({ key }) => !gone.has(key))
}
