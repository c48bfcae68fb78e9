/** What array filters see of their input, and how they read a property of an element. */

import { fieldsOf } from '../calendar.js'
import type { FilterContext } from '../definition.js'
import { LiquidError } from '../error.js'
import {
  isFloat,
  Drop,
  isInteger,
  isList,
  LiquidRange,
  LiquidTime,
  type LiquidValue,
} from '../value.js'
import { toRubyString } from '../text.js'

/** Elements of the input: arrays flattened, nil none, anything else alone one. */
export const elementsOf = (input: LiquidValue, ctx: FilterContext): readonly LiquidValue[] =>
  plainElements(input, ctx).map((item) => (item instanceof Drop ? item.toLiquid() : item))

const plainElements = (input: LiquidValue, ctx: FilterContext): readonly LiquidValue[] => {
  if (isList(input)) return input.some(isList) ? flatten(input) : input
  if (input === null) return []
  if (input instanceof LiquidRange) return rangeElements(input, ctx)
  if (input instanceof LiquidTime) return timeElements(input)
  return input instanceof Drop ? (input.toList() ?? [input]) : [input]
}

// Ruby's Time#to_a; whether it is summer there is not known here.
const timeElements = (time: LiquidTime): LiquidValue[] => {
  const at = fieldsOf(time)
  const clock = [at.second, at.minute, at.hour, at.day, at.month, at.year]
  return [...clock, at.weekday, at.yearDay, false, time.zoneName]
}

const flatten = (list: readonly LiquidValue[]): LiquidValue[] => {
  const flat: LiquidValue[] = []
  const pending: LiquidValue[] = [...list].reverse()
  while (pending.length > 0) {
    const item = pending.pop() ?? null
    if (isList(item))
      for (let index = item.length - 1; index >= 0; index--) pending.push(item[index] ?? null)
    else flat.push(item)
  }
  return flat
}

const rangeElements = (range: LiquidRange, { render }: FilterContext): LiquidValue[] => {
  render.spend(range.size)
  return Array.from({ length: range.size }, (_, index) => range.first + index)
}

/** The error of an element that has no properties. */
export const propertyError = (property: LiquidValue): LiquidError =>
  new LiquidError('argument', `cannot select the property '${toRubyString(property)}'`)

/**
 * Ruby's `element[property]`; nil where it is not there.
 *
 * @throws LiquidError `argument` for a number, which has no properties
 */
export const propertyOf = (element: LiquidValue, property: LiquidValue): LiquidValue => {
  if (element instanceof Map) return element.get(property) ?? null
  if (element instanceof Drop)
    return typeof property === 'string' ? (element.get(property) ?? null) : null
  if (typeof element === 'string') return stringProperty(element, property)
  if (isInteger(element)) return integerProperty(element, property)
  return null
}

/** Whether Ruby's value has `[]` at all. */
export const hasProperties = (element: LiquidValue): boolean =>
  element instanceof Map ||
  element instanceof Drop ||
  typeof element === 'string' ||
  isInteger(element)

// A string finds itself in a string, and a character at a position.
const stringProperty = (text: string, property: LiquidValue): LiquidValue => {
  if (typeof property === 'string') return text.includes(property) ? property : null
  if (isInteger(property)) return Array.from(text).at(Number(property)) ?? null
  throw propertyError(property)
}

// Ruby reads a bit of the integer.
const integerProperty = (value: number | bigint, property: LiquidValue): LiquidValue => {
  if (isFloat(property) || !isInteger(property)) throw propertyError(property)
  const bit = Number(property)
  return bit < 0 ? 0 : Number((BigInt(value) >> BigInt(Math.min(bit, 1_000_000))) & 1n)
}
