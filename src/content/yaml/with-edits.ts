/** Applies edits to values, and lists the edits between two values. */

import { ContentError } from '../error.js'
import { isYamlMap, keyToText } from './value.js'
import type { YamlKey, YamlMap, YamlValue } from './value.js'

/** One change: sets the key at `path` to `value`, or removes the key if there is no value. */
export interface YamlEdit {
  readonly path: readonly string[]
  readonly value?: YamlValue
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
export function byFirstName(edits: readonly YamlEdit[]): Map<string, YamlEdit[]> {
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
export function keysByText(map: YamlMap): Map<string, YamlKey> {
  const keys = new Map<string, YamlKey>()
  for (const key of map.keys()) {
    const name = keyToText(key)
    if (typeof key === 'string' || !keys.has(name)) keys.set(name, key)
  }
  return keys
}

/** The edits that turn one mapping into another, each of one key. */
export function editsBetween(before: YamlMap, after: YamlMap): YamlEdit[] {
  const kept = keysByText(after)
  const gone = [...keysByText(before).keys()].filter((name) => !kept.has(name))
  return [
    ...gone.map((name) => ({ path: [name] })),
    ...[...kept].map(([name, key]) => ({ path: [name], value: after.get(key) ?? null })),
  ]
}
