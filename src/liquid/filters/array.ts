/** Filters on arrays. */

import { compareStrings, equals, spaceship } from '../compare.js'
import type { FilterDefinition } from '../definition.js'
import { argumentError, LiquidError } from '../error.js'
import { getField, sizeOf } from '../lookup.js'
import { className, inspect, joinValues, toRubyString } from '../text.js'
import { Drop, isList, isTruthy, LiquidFloat, type LiquidValue } from '../value.js'
import { elementsOf, hasProperties, propertyError, propertyOf } from './elements.js'

const incompatible = (): LiquidError =>
  new LiquidError('argument', 'cannot sort values of incompatible types')

/**
 * Order of `sort`: Ruby's `<=>`, nil last.
 *
 * @throws LiquidError `argument` for values without an order
 */
const compareNilLast = (left: LiquidValue, right: LiquidValue): number => {
  const order = spaceship(left, right)
  if (order !== null) return order
  if (left === null) return 1
  if (right === null) return -1
  throw incompatible()
}

const compareNatural = (left: LiquidValue, right: LiquidValue): number =>
  compareStrings(foldCase(toRubyString(left)), foldCase(toRubyString(right)))

// Ruby's casecmp folds ASCII only.
const foldCase = (text: string): string => text.replace(/[A-Z]+/g, (part) => part.toLowerCase())

/** Sorts a copy; equal elements keep their order. */
const sortBy = (
  list: readonly LiquidValue[],
  property: LiquidValue,
  compare: (left: LiquidValue, right: LiquidValue) => number,
): readonly LiquidValue[] => {
  if (property === null) return [...list].sort(compare)
  if (!list.every(hasProperties)) return list.length === 0 ? [] : noProperties(property)
  return sortKeyed(keyedBy(list, property), compare)
}

interface Keyed {
  readonly item: LiquidValue
  readonly key: LiquidValue
}

const keyedBy = (list: readonly LiquidValue[], property: LiquidValue): Keyed[] =>
  list.map((item) => ({ item, key: property === null ? item : propertyOf(item, property) }))

const sortKeyed = (
  keyed: readonly Keyed[],
  compare: (left: LiquidValue, right: LiquidValue) => number,
): LiquidValue[] =>
  keyed.toSorted((left, right) => compare(left.key, right.key)).map(({ item }) => item)

// liquid/standardfilters.rb: nil_safe_casecmp puts nil behind everything, nil too, so that those turn round.
const sortNaturally = (
  list: readonly LiquidValue[],
  property: LiquidValue,
): readonly LiquidValue[] => {
  if (property !== null && !list.every(hasProperties)) return noProperties(property)
  const keyed = keyedBy(list, property)
  const without = keyed.filter(({ key }) => key === null).map(({ item }) => item)
  const others = keyed.filter(({ key }) => key !== null)
  return [...sortKeyed(others, compareNatural), ...without.reverse()]
}

const noProperties = (property: LiquidValue): never => {
  throw propertyError(property)
}

/** A text equal for values that Ruby's `eql?` calls equal: 1 and 1.0 are not. */
const identityOf = (value: LiquidValue): unknown =>
  value instanceof Drop || typeof value === 'string'
    ? value
    : `${className(value)} ${inspect(value)}`.concat('\0')

const uniqueBy = (
  list: readonly LiquidValue[],
  keyOf: (item: LiquidValue) => LiquidValue,
): LiquidValue[] => {
  const seen = new Set<unknown>()
  return list.filter((item) => {
    const identity = identityOf(keyOf(item))
    if (seen.has(identity)) return false
    seen.add(identity)
    return true
  })
}

const whereFilter = (
  list: readonly LiquidValue[],
  property: LiquidValue,
  target: LiquidValue,
): LiquidValue => {
  // Ruby looks at the first element only.
  const [first] = list
  if (first !== undefined && !hasProperties(first)) return null
  return list.filter((item) => {
    const value = propertyOf(item, property)
    return target === null ? isTruthy(value) : equals(value, target)
  })
}

const mapProperty = (element: LiquidValue, property: LiquidValue): LiquidValue =>
  property === 'to_liquid' ? element : propertyOf(element, property)

const sliceBy = (input: LiquidValue, args: readonly LiquidValue[]): readonly LiquidValue[] =>
  isList(input) ? [...input, ...args] : [...args]

export const ARRAY_FILTERS: readonly FilterDefinition[] = [
  {
    name: 'size',
    arity: [0, 0],
    apply: (input) => (input instanceof LiquidFloat ? 0 : (sizeOf(input) ?? 0)),
  },
  {
    name: 'join',
    arity: [0, 1],
    apply: (input, [glue = ' '], ctx) => joinValues(elementsOf(input, ctx), toRubyString(glue)),
  },
  {
    name: 'sort',
    arity: [0, 1],
    apply: (input, [property = null], ctx) =>
      sortBy(elementsOf(input, ctx), property, compareNilLast),
  },
  {
    name: 'sort_natural',
    arity: [0, 1],
    apply: (input, [property = null], ctx) => sortNaturally(elementsOf(input, ctx), property),
  },
  {
    name: 'where',
    arity: [1, 2],
    apply: (input, [property = null, target = null], ctx) =>
      whereFilter(elementsOf(input, ctx), property, target),
  },
  {
    name: 'uniq',
    arity: [0, 1],
    apply: (input, [property = null], ctx) =>
      uniqueBy(elementsOf(input, ctx), (item) =>
        property === null ? item : propertyOf(item, property),
      ),
  },
  {
    name: 'reverse',
    arity: [0, 0],
    apply: (input, _args, ctx) => [...elementsOf(input, ctx)].reverse(),
  },
  {
    name: 'map',
    arity: [1, 1],
    apply: (input, [property = null], ctx) =>
      elementsOf(input, ctx).map((item) => mapProperty(item, property)),
  },
  {
    name: 'compact',
    arity: [0, 1],
    apply: (input, [property = null], ctx) =>
      elementsOf(input, ctx).filter(
        (item) => (property === null ? item : propertyOf(item, property)) !== null,
      ),
  },
  {
    name: 'concat',
    arity: [1, 1],
    apply: (input, [other = null], ctx) => {
      if (!isList(other)) throw argumentError('concat filter requires an array argument')
      return sliceBy(elementsOf(input, ctx), other)
    },
  },
  { name: 'first', arity: [0, 0], apply: (input) => endOf(input, 'first') },
  { name: 'last', arity: [0, 0], apply: (input) => endOf(input, 'last') },
]

// A field of that name in a hash is not meant, only the end of the collection.
const endOf = (input: LiquidValue, end: 'first' | 'last'): LiquidValue => {
  if (!(input instanceof Map))
    return input instanceof Drop ? dropEnd(input, end) : (getField(input, end, 'dot') ?? null)
  if (end === 'last') return null
  for (const [key, value] of input) return [key, value]
  return null
}

const dropEnd = (drop: Drop, end: 'first' | 'last'): LiquidValue =>
  drop.toList()?.at(end === 'first' ? 0 : -1) ?? null
