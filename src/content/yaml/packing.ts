/** YAML values on their way to a thread and back: messages carry maps and lists, but no classes. */

import { YamlDate, YamlFloat, YamlTime } from './value.js'

/**
 * A value, or whatever holds some, as it can be sent. Dates, times and floats become sets, which nothing
 * else here is.
 */
export function packed(value: unknown): unknown {
  if (value instanceof YamlFloat) return new Set([['float', value.value]])
  if (value instanceof YamlDate) return new Set([['date', value.iso]])
  if (value instanceof YamlTime)
    return new Set([['time', value.text, value.epochMs, value.offsetSeconds]])
  if (value instanceof Map) return new Map([...value].map(([key, item]) => [key, packed(item)]))
  if (Array.isArray(value)) return value.map(packed)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, packed(item)]))
}

/** What was sent, as it was; maps, lists and objects are changed in place. */
export function unpacked(value: unknown): unknown {
  if (value instanceof Set) return instance([...value][0])
  if (value instanceof Map) {
    for (const [key, item] of value) if (isOpen(item)) value.set(key, unpacked(item))
  } else if (Array.isArray(value)) {
    for (const [at, item] of value.entries()) if (isOpen(item)) value[at] = unpacked(item)
  } else if (isObject(value)) {
    for (const [key, item] of Object.entries(value)) if (isOpen(item)) value[key] = unpacked(item)
  }
  return value
}

function isOpen(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}

function isObject(value: unknown): value is Record<string, unknown> {
  return isOpen(value)
}

function instance(parts: unknown): YamlFloat | YamlDate | YamlTime {
  const [kind, first, epochMs, offset]: unknown[] = Array.isArray(parts) ? parts : []
  if (kind === 'float' && typeof first === 'number') return new YamlFloat(first)
  if (kind === 'date' && typeof first === 'string') return new YamlDate(first)
  if (kind === 'time' && typeof first === 'string' && typeof epochMs === 'number')
    return new YamlTime(first, epochMs, typeof offset === 'number' ? offset : null)
  throw new TypeError('what was sent is no YAML value')
}
