/** Equality, order and membership as Ruby has them between Liquid's values. */

import { midnightOf } from './calendar.js'
import { argumentError } from './error.js'
import { floatValue } from './number.js'
import { className, inspect, toRubyString } from './text.js'
import {
  Drop,
  isFloat,
  isInteger,
  isList,
  LiquidDate,
  LiquidRange,
  LiquidTime,
  type LiquidFloat,
  type LiquidMap,
  type LiquidValue,
} from './value.js'

const isNumber = (value: LiquidValue): value is number | bigint | LiquidFloat =>
  isInteger(value) || isFloat(value)

const plainNumber = (value: number | bigint | LiquidFloat): number | bigint =>
  typeof value === 'bigint' ? value : floatValue(value)

/** Ruby's `==`. */
export const equals = (left: LiquidValue, right: LiquidValue): boolean => {
  if (left === right) return true
  if (left === null || right === null)
    return left instanceof Drop || right instanceof Drop ? dropEquals(left, right) : false
  if (typeof left === 'string' && typeof right === 'string') return false
  // Loose on purpose: a bigint beside a number.
  if (isNumber(left) && isNumber(right)) return compareNumbers(left, right) === 0
  if (isList(left) && isList(right)) return listsEqual(left, right)
  if (left instanceof Map && right instanceof Map) return mapsEqual(left, right)
  if (left instanceof Drop || right instanceof Drop) return dropEquals(left, right)
  return objectsEqual(left, right)
}

const dropEquals = (left: LiquidValue, right: LiquidValue): boolean =>
  (left instanceof Drop && left.equals(right)) || (right instanceof Drop && right.equals(left))

const listsEqual = (left: readonly LiquidValue[], right: readonly LiquidValue[]): boolean =>
  left.length === right.length && left.every((item, index) => equals(item, right[index] ?? null))

const mapsEqual = (left: LiquidMap, right: LiquidMap): boolean => {
  if (left.size !== right.size) return false
  for (const [key, value] of left) {
    const other = right.get(key)
    if (other === undefined || !equals(value, other)) return false
  }
  return true
}

const objectsEqual = (left: LiquidValue, right: LiquidValue): boolean => {
  if (left instanceof LiquidRange && right instanceof LiquidRange) {
    return left.first === right.first && left.last === right.last
  }
  if (left instanceof LiquidTime && right instanceof LiquidTime)
    return compareTimes(left, right) === 0
  return left instanceof LiquidDate && right instanceof LiquidDate && left.iso === right.iso
}

const compareNumbers = (
  left: number | bigint | LiquidFloat,
  right: number | bigint | LiquidFloat,
): number | null => {
  const a = plainNumber(left)
  const b = plainNumber(right)
  return a < b ? -1 : a > b ? 1 : Number.isNaN(a) || Number.isNaN(b) ? null : 0
}

const compareTimes = (left: LiquidTime, right: LiquidTime): number =>
  left.epochMs - right.epochMs || left.nanoseconds - right.nanoseconds

const SURROGATE = /[\ud800-\udfff]/

/** Order of strings by their UTF-8 bytes, as Ruby has it. */
export const compareStrings = (left: string, right: string): number => {
  if (left === right) return 0
  if (SURROGATE.test(left) || SURROGATE.test(right)) {
    return Buffer.compare(Buffer.from(left), Buffer.from(right))
  }
  return left < right ? -1 : 1
}

/** Ruby's `<=>`: negative, 0, positive, or null when the two have no order. */
export const spaceship = (left: LiquidValue, right: LiquidValue): number | null => {
  if (typeof left === 'string' && typeof right === 'string') return compareStrings(left, right)
  if (isNumber(left) && isNumber(right)) return compareNumbers(left, right)
  if (left instanceof LiquidTime && right instanceof LiquidTime) return compareTimes(left, right)
  if (left instanceof LiquidDate && right instanceof LiquidDate) {
    return midnightOf(left).epochMs - midnightOf(right).epochMs
  }
  if (left instanceof Drop) return left.compareTo(right)
  if (left instanceof LiquidDate && isNumber(right))
    return julianDay(left) - Number(plainNumber(right))
  if (isList(left) && isList(right)) return compareLists(left, right)
  return equals(left, right) ? 0 : null
}

// Ruby compares a date with a number as its astronomical Julian day, which begins at noon.
const julianDay = (date: LiquidDate): number => midnightOf(date).epochMs / 86_400_000 + 2_440_587.5

const compareLists = (
  left: readonly LiquidValue[],
  right: readonly LiquidValue[],
): number | null => {
  for (let index = 0; index < Math.min(left.length, right.length); index++) {
    const order = spaceship(left[index] ?? null, right[index] ?? null)
    if (order !== 0) return order
  }
  return left.length - right.length
}

/** Order operators of conditions. */
type OrderOperator = '<' | '>' | '<=' | '>='

const hasOrder = (value: LiquidValue): boolean =>
  isNumber(value) ||
  typeof value === 'string' ||
  value instanceof LiquidTime ||
  value instanceof LiquidDate

/**
 * `<`, `>`, `<=`, `>=`; false where either side has no such operator (nil, arrays, hashes).
 *
 * @throws LiquidError `argument` for a string beside a number and the like
 */
export const compareOrder = (
  left: LiquidValue,
  operator: OrderOperator,
  right: LiquidValue,
): boolean => {
  if (!hasOrder(left) || !hasOrder(right)) return false
  const order = spaceship(left, right)
  if (order === null) {
    if (isNumber(left) && isNumber(right)) return false
    throw argumentError(`comparison of ${className(left)} with ${describe(right)} failed`)
  }
  if (operator === '<') return order < 0
  if (operator === '>') return order > 0
  return operator === '<=' ? order <= 0 : order >= 0
}

// Ruby shows small integers and floats themselves, all else by class.
const describe = (value: LiquidValue): string =>
  typeof value === 'number' || isFloat(value) ? inspect(value) : className(value)

/** `left contains right`. */
export const contains = (left: LiquidValue, right: LiquidValue): boolean => {
  if (left === null || left === false || right === null || right === false) return false
  if (typeof left === 'string') return left.includes(toRubyString(right))
  if (isList(left)) return left.some((item) => equals(item, right))
  if (left instanceof Map) return left.has(right)
  if (left instanceof LiquidRange) return rangeContains(left, right)
  return left instanceof Drop ? left.includes(right) : false
}

const rangeContains = (range: LiquidRange, value: LiquidValue): boolean => {
  if (!isNumber(value)) return false
  const number = plainNumber(value)
  return number >= range.first && number <= range.last
}

/** Whether a value is empty as `== empty` asks: only strings, arrays and hashes can be. */
export const isEmpty = (value: LiquidValue): boolean => {
  if (typeof value === 'string' || isList(value)) return value.length === 0
  if (value instanceof Map) return value.size === 0
  return value instanceof Drop ? value.toList()?.length === 0 : false
}

/** Whether ActiveSupport would call the value blank. */
export const isBlank = (value: LiquidValue): boolean => {
  if (value === null || value === false) return true
  if (typeof value === 'string') return !/[^\t\n\v\f\r \u0085\u00a0\u2000-\u200a\u3000]/.test(value)
  return isEmpty(value)
}
