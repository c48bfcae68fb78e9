/**
 * Finds the smallest replacements that turn one value of a YAML text into another: in a mapping those of the keys that
 * change, in a list those of the items.
 */

import { ContentError } from '../error.js'
import { cutsOfFlowList, cutsOfFlowMap } from './flow.js'
import { cutsOfList, type Place } from './list.js'
import type { Changed } from './list-plan.js'
import type { OutlineNode, OutlinePair } from './outline.js'
import { appendPairs, removePair, replaceValue } from './splice.js'
import type { Cut, NewPair } from './splice.js'
import { equalValues, isYamlMap } from './value.js'
import type { YamlKey, YamlMap, YamlValue } from './value.js'
import { byFirstName, editsBetween, keysByText, type YamlEdit } from './with-edits.js'
import { writeKey, type WriteStyle } from './write.js'

interface MapChange {
  readonly before: YamlMap
  readonly after: YamlMap
  /** Only the keys in these are compared. */
  readonly edits: readonly YamlEdit[]
}

interface Original {
  readonly source: string
  readonly style: WriteStyle
  /** False to write a list or mapping anew if an edit gives all of it. */
  readonly isSmall: boolean
}

/** The cuts that turn one mapping of the text into another. @throws ContentError `refused`, with the reason */
export function cutsOfMap(
  map: OutlineNode | null,
  { before, after, edits }: MapChange,
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

function cutsOfPair(pair: OutlinePair, change: PairChange, original: Original): Cut[] {
  const { source, style } = original
  return (
    cutsInside(pair.value, change, original) ?? [
      replaceValue(source, pair, { value: change.value, style }),
    ]
  )
}

/** The cuts that turn a list or mapping of the text into another; null if it must be written anew. */
export function cutsOfValue(
  node: OutlineNode,
  change: Changed,
  original: Omit<Original, 'isSmall'>,
): Cut[] | null {
  return cutsInside(node, { ...change, edits: [{ path: [] }] }, { ...original, isSmall: true })
}

/** The cuts inside a list or mapping; null if it must be written anew. */
function cutsInside(
  node: OutlineNode,
  { old, value, edits }: PairChange,
  original: Original,
): Cut[] | null {
  const isWhole = edits.some(({ path }) => path.length === 0)
  if (old === undefined || (isWhole && !original.isSmall)) return null
  if (isYamlMap(old) && isYamlMap(value) && isOpenMap(node)) {
    const change = { before: old, after: value, edits: isWhole ? editsBetween(old, value) : edits }
    return keepsPair(node, change) ? unlessRefused(() => cutsOfMap(node, change, original)) : null
  }
  if (!original.isSmall) return null
  const place = { ...original, inside: insideOf(original) }
  if (isYamlMap(old) && isYamlMap(value) && node.pairs.length > 0 && value.size > 0)
    return unlessRefused(() => cutsOfFlowMap(node, { old, value }, place))
  if (!Array.isArray(old) || !Array.isArray(value) || node.kind !== 'list') return null
  const isWritten = node.items.length === old.length && value.length > 0 && old.length > 0
  const cutsOf = node.isFlow ? cutsOfFlowList : cutsOfList
  return isWritten ? unlessRefused(() => cutsOf(node, { old, value }, place)) : null
}

function insideOf(original: Original): Place['inside'] {
  return (node, old, value) => cutsInside(node, { old, value, edits: [{ path: [] }] }, original)
}

function unlessRefused(cuts: () => Cut[]): Cut[] | null {
  try {
    return cuts()
  } catch (error) {
    if (error instanceof ContentError && error.code === 'refused') return null
    throw error
  }
}

function isOpenMap(node: OutlineNode): boolean {
  return node.kind === 'map' && !node.isFlow && node.pairs.length > 0
}

/** True if the mapping keeps one of its pairs: without any, it would not be a mapping. */
function keepsPair(map: OutlineNode, { after, edits }: MapChange): boolean {
  const kept = keysByText(after)
  const gone = new Set([...byFirstName(edits).keys()].filter((name) => !kept.has(name)))
  return map.pairs.some(({ key }) => !gone.has(key))
}
