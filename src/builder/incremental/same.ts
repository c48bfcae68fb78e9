/** Whether two values of YAML are the same, deeply and in order, and what follows where they are not. */

import {
  isYamlMap,
  YamlDate,
  YamlFloat,
  YamlTime,
  type YamlMap,
  type YamlValue,
} from '../../content/yaml/value.js'
import type { Item } from '../items/item.js'
import type { Reached } from './reached.js'

/** Equal for every template that could print them. */
export function isSame(a: YamlValue | undefined, b: YamlValue | undefined): boolean {
  if (Object.is(a, b)) return true
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false
  if (Array.isArray(a) || Array.isArray(b)) {
    if (!Array.isArray(a) || !Array.isArray(b) || a.length !== b.length) return false
    return a.every((item, i) => isSame(item, b[i]))
  }
  if (isYamlMap(a) || isYamlMap(b)) return isYamlMap(a) && isYamlMap(b) && isSameMap(a, b)
  return isSameScalar(a, b)
}

/** Maps are the same only in the same order, which shows when they are printed. */
export function isSameMap(a: YamlMap, b: YamlMap): boolean {
  if (a.size !== b.size) return false
  const others = [...b]
  return [...a].every(([key, value], i) => {
    const [otherKey, other] = others[i] ?? []
    return isSame(key, otherKey) && isSame(value, other)
  })
}

function isSameScalar(a: object, b: object): boolean {
  if (a instanceof YamlFloat) return b instanceof YamlFloat && Object.is(a.value, b.value)
  if (a instanceof YamlDate) return b instanceof YamlDate && a.iso === b.iso
  if (!(a instanceof YamlTime) || !(b instanceof YamlTime)) return false
  return a.epochMs === b.epochMs && a.offsetSeconds === b.offsetSeconds && a.text === b.text
}

/** Tells which keys of an item's data are others than before. */
export function dataChanged(
  reached: Reached,
  id: string,
  { old, fresh }: { readonly old: Item; readonly fresh: Item },
): void {
  for (const key of new Set([...old.data.keys(), ...fresh.data.keys()])) {
    if (isSame(old.data.get(key), fresh.data.get(key))) continue
    reached.changed(id, String(key))
    if (key === 'tags' || key === 'categories') reached.siteChanged(key)
  }
  if (!isSameMap(old.data, fresh.data)) reached.changed(id, '*')
}
