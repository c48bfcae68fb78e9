/**
 * Whether two values of YAML are the same, deeply and in order.
 */

import {
  isYamlMap,
  YamlDate,
  YamlFloat,
  YamlTime,
  type YamlMap,
  type YamlValue,
} from '../../content/yaml/value.js'

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
