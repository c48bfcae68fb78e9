/** Reading a field of a value: by key, by position, or `size`, `first`, `last` after a dot. */

import {
  Drop,
  isInteger,
  isList,
  LiquidFloat,
  LiquidRange,
  type LiquidMap,
  type LiquidValue,
} from './value.js'

/** How a field was written: `a.b`, or `a["b"]`, where the names of commands mean nothing special. */
export type LookupStyle = 'dot' | 'bracket'

/** The field's value; undefined where the value has no such field, nil where it holds nil. */
export const getField = (
  object: LiquidValue,
  key: LiquidValue,
  style: LookupStyle,
): LiquidValue | undefined => {
  if (object instanceof Map) return mapField(object, key, style)
  if (object instanceof Drop) return dropField(object, key, style)
  if (isList(object)) return listField(object, key, style)
  return style === 'dot' ? commandField(object, key) : undefined
}

const mapField = (
  map: LiquidMap,
  key: LiquidValue,
  style: LookupStyle,
): LiquidValue | undefined => {
  const value = map.get(key)
  if (value !== undefined || style === 'bracket') return value
  if (key === 'size') return map.size
  if (key === 'first') return firstEntry(map)
  return undefined
}

const firstEntry = (map: LiquidMap): LiquidValue => {
  for (const [key, value] of map) return [key, value]
  return null
}

const dropField = (drop: Drop, key: LiquidValue, style: LookupStyle): LiquidValue | undefined => {
  const value = typeof key === 'string' ? drop.get(key) : undefined
  if (value !== undefined || style === 'bracket') return value
  const list = key === 'size' || key === 'first' ? drop.toList() : null
  if (list === null) return undefined
  return key === 'size' ? list.length : (list[0] ?? null)
}

const listField = (
  list: readonly LiquidValue[],
  key: LiquidValue,
  style: LookupStyle,
): LiquidValue | undefined => {
  if (isInteger(key)) return list.at(Number(key)) ?? null
  if (style === 'bracket') return undefined
  if (key === 'size') return list.length
  if (key === 'first') return list[0] ?? null
  return key === 'last' ? (list.at(-1) ?? null) : undefined
}

const commandField = (object: LiquidValue, key: LiquidValue): LiquidValue | undefined => {
  if (object instanceof LiquidRange) return rangeField(object, key)
  return key === 'size' ? sizeOf(object) : undefined
}

const rangeField = (range: LiquidRange, key: LiquidValue): LiquidValue | undefined => {
  if (key === 'size') return range.size
  if (key === 'first') return range.first
  return key === 'last' ? range.last : undefined
}

/** Ruby's `size` where the value has one: characters, elements, or the bytes of an integer. */
export const sizeOf = (value: LiquidValue): number | undefined => {
  if (typeof value === 'string') return characterCount(value)
  if (isList(value)) return value.length
  if (value instanceof Map) return value.size
  if (value instanceof LiquidRange) return value.size
  if (typeof value === 'bigint') return Math.max(8, byteLength(value))
  if (typeof value === 'number' && Number.isInteger(value)) return 8
  if (value instanceof LiquidFloat || !(value instanceof Drop)) return undefined
  return value.toList()?.length
}

const byteLength = (value: bigint): number =>
  Math.ceil((value < 0n ? -value : value).toString(16).length / 2)

const PAIR = /[\ud800-\udbff][\udc00-\udfff]/g

/** Number of code points, which Ruby counts. */
export const characterCount = (text: string): number => {
  const pairs = text.match(PAIR)
  return pairs === null ? text.length : text.length - pairs.length
}
