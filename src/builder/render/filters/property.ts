/** Properties of list elements as Jekyll's list filters read and compare them. */

// jekyll/filters.rb: item_property, parse_sort_input, compare_property_vs_target

import { LiteralDrop } from '../../../liquid/expression.js'
import { joinValues, toRubyString } from '../../../liquid/text.js'
import { strftime } from '../../../liquid/strftime.js'
import { Drop, isList, LiquidFloat, LiquidTime, type LiquidValue } from '../../../liquid/value.js'
import { float } from '../../../liquid/value.js'

const INTEGER_LIKE = /^\s*-?\d+\s*$/
const FLOAT_LIKE = /^\s*-?(?:\d+\.?\d*|\.\d+)\s*$/

/**
 * A property by its dotted name; text that looks like a number is one. A dotted name that leads through what has
 * no properties (nil, too) is false.
 */
export function itemProperty(item: LiquidValue, property: LiquidValue): LiquidValue {
  return numberLike(propertyOf(item, property))
}

/** The same, with texts as they are. */
export function propertyOf(item: LiquidValue, property: LiquidValue): LiquidValue {
  const name = toRubyString(property)
  if (!name.includes('.')) return readKey(item, name)
  let value = item
  for (const key of name.replace(/(?<!\.)\.+$/, '').split('.')) {
    value = hasKeys(value) ? readKey(value, key) : false
  }
  return value
}

function hasKeys(value: LiquidValue): boolean {
  return typeof value === 'string' || value instanceof Map || value instanceof Drop
}

// A text has what is in it, as Ruby's `text[key]`.
function readKey(value: LiquidValue, key: string): LiquidValue {
  if (value instanceof Map || value instanceof Drop) return value.get(key) ?? null
  return typeof value === 'string' && value.includes(key) ? key : null
}

function numberLike(value: LiquidValue): LiquidValue {
  if (typeof value !== 'string') return value
  if (INTEGER_LIKE.test(value)) return Number.parseInt(value, 10)
  return FLOAT_LIKE.test(value) ? float(Number.parseFloat(value)) : value
}

/** Whether a property is what `where` asks for. */
export function matchesTarget(property: LiquidValue, target: LiquidValue): boolean {
  if (target === null) return property === null
  // `empty` and `blank`
  if (target instanceof LiteralDrop) return joinValues(asList(property), '') === ''
  const wanted = toRubyString(target)
  if (typeof property === 'string') return property === wanted
  return asList(property).some((item) => toRubyString(item) === wanted)
}

/** Whether a property, or an element of one that is a list, prints as the target does; `empty` prints nothing. */
export function hasText(property: LiquidValue, target: LiquidValue): boolean {
  const wanted = target instanceof LiteralDrop ? '' : toRubyString(target)
  return asList(property).some((item) => toRubyString(item) === wanted)
}

/** What a time is a list of in Ruby (`Time#to_a`), but for whether it is summer there, which it does not tell here. */
const PARTS = '%-S,%-M,%-H,%-d,%-m,%-Y,%w,%-j,%Z'

/** Ruby's `Array(value)`. */
function asList(value: LiquidValue): readonly LiquidValue[] {
  if (value === null) return []
  if (value instanceof LiquidTime) return value.as(PARTS, strftime).split(',')
  if (isList(value)) return value
  if (value instanceof Map) return [...value]
  return [value]
}

/** What a list filter goes through, or null for a value that is no collection. */
export function elementsOf(value: LiquidValue): readonly LiquidValue[] | null {
  if (isList(value)) return value
  if (value instanceof Map) return [...value.values()]
  return value instanceof Drop ? value.toList() : null
}

/** Whether an argument is missing: nil or false. */
export function isMissing(value: LiquidValue | undefined): value is null | false | undefined {
  return value === undefined || value === null || value === false
}

/** An integer argument, a default where none was given. */
export function count(value: LiquidValue | undefined, fallback: number): number {
  if (value === undefined) return fallback
  const number = value instanceof LiquidFloat ? value.value : Number(value)
  return Number.isFinite(number) ? Math.trunc(number) : fallback
}
