/** Converts YAML values for messages between threads, which carry maps and lists, but no class instances. */

import { isYamlMap, YamlDate, YamlFloat, YamlObjectKey, YamlTime } from './value.js'

/**
 * Converts a YAML value, or an object or list that contains some, for a message. Dates, times, floats and keys that are
 * objects become sets; nothing else is a set.
 */
export function pack(value: unknown): unknown {
  if (value instanceof YamlFloat) return new Set([['float', value.value]])
  if (value instanceof YamlDate) return new Set([['date', value.iso]])
  if (value instanceof YamlTime)
    return new Set([['time', value.text, value.epochMs, value.offsetSeconds]])
  if (value instanceof YamlObjectKey) return new Set([['key', value.text, pack(value.value)]])
  if (value instanceof Map) return new Map([...value].map(([key, item]) => [pack(key), pack(item)]))
  if (Array.isArray(value)) return value.map(pack)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, pack(item)]))
}

/** Reverses `pack`. Changes maps, lists and objects in place. @throws TypeError for an unknown set */
export function unpack(value: unknown): unknown {
  if (value instanceof Set) return toInstance([...value][0])
  if (value instanceof Map) {
    unpackMap(value)
  } else if (Array.isArray(value)) {
    for (const [at, item] of value.entries()) if (isObject(item)) value[at] = unpack(item)
  } else if (isObject(value)) {
    for (const [key, item] of Object.entries(value)) if (isObject(item)) value[key] = unpack(item)
  }
  return value
}

function unpackMap(map: Map<unknown, unknown>): void {
  for (const [key, item] of map) if (isObject(item)) map.set(key, unpack(item))
  const entries = [...map]
  if (!entries.some(([key]) => isObject(key))) return
  map.clear()
  for (const [key, item] of entries) map.set(isObject(key) ? unpack(key) : key, item)
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

function asKey(value: unknown): YamlObjectKey['value'] {
  if (Array.isArray(value) || isYamlMap(value)) return value
  if (value instanceof YamlFloat || value instanceof YamlDate || value instanceof YamlTime)
    return value
  throw new TypeError('what was sent is no key')
}

function toInstance(parts: unknown): YamlFloat | YamlDate | YamlTime | YamlObjectKey {
  const [kind, first, epochMs, offset]: unknown[] = Array.isArray(parts) ? parts : []
  if (kind === 'float' && typeof first === 'number') return new YamlFloat(first)
  if (kind === 'date' && typeof first === 'string') return new YamlDate(first)
  if (kind === 'time' && typeof first === 'string' && typeof epochMs === 'number')
    return new YamlTime(first, epochMs, typeof offset === 'number' ? offset : null)
  if (kind === 'key' && typeof first === 'string')
    return new YamlObjectKey(asKey(unpack(epochMs)), first)
  throw new TypeError('what was sent is no YAML value')
}
