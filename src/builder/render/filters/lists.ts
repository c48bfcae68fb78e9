/** Jekyll's filters over lists: where, find, group_by, sort, and those that add and take elements. */

import { compareStrings, spaceship } from '../../../liquid/compare.js'
import type { FilterContext, FilterDefinition } from '../../../liquid/definition.js'
import { argumentError } from '../../../liquid/error.js'
import { className, toRubyString } from '../../../liquid/text.js'
import { isList, LiquidRange, type LiquidMap, type LiquidValue } from '../../../liquid/value.js'
import {
  count,
  elementsOf,
  hasText,
  isMissing,
  itemProperty,
  matchesTarget,
  propertyOf,
} from './property.js'

type Args = readonly LiquidValue[]

function select(input: LiquidValue, args: Args): readonly LiquidValue[] | null {
  const [property, value] = args
  if (isMissing(property) || isList(value) || value instanceof Map) return null
  const elements = elementsOf(input)
  if (elements === null) return null
  return elements.filter((item) => matchesTarget(itemProperty(item, property), value ?? null))
}

function find(input: LiquidValue, args: Args): LiquidValue {
  const [property, value] = args
  if (isMissing(property) || isList(value) || value instanceof Map) return input
  const found = elementsOf(input)?.find((item) =>
    matchesTarget(itemProperty(item, property), value ?? null),
  )
  return elementsOf(input) === null ? input : (found ?? null)
}

/** Groups as templates see them: name, items, size, in order of first appearance. */
export function makeGroups(
  items: readonly LiquidValue[],
  nameOf: (item: LiquidValue) => LiquidValue,
): LiquidValue {
  const groups = new Map<unknown, { name: LiquidValue; items: LiquidValue[] }>()
  for (const item of items) {
    const name = nameOf(item)
    const key = typeof name === 'object' && name !== null ? toRubyString(name) : name
    const group = groups.get(key)
    if (group === undefined) groups.set(key, { name, items: [item] })
    else group.items.push(item)
  }
  return [...groups.values()].map(
    ({ name, items: members }): LiquidMap =>
      new Map<LiquidValue, LiquidValue>([
        ['name', name],
        ['items', members],
        ['size', members.length],
      ]),
  )
}

/** What is sorted and grouped: of a hash, as in Ruby, its pairs. */
export function pairsOrElements(input: LiquidValue): readonly LiquidValue[] | null {
  return input instanceof Map ? [...input] : elementsOf(input)
}

function groupBy(input: LiquidValue, [property = null]: Args): LiquidValue {
  const elements = pairsOrElements(input)
  if (elements === null) return input
  return makeGroups(elements, (item) => toRubyString(itemProperty(item, property)))
}

function sort(
  input: LiquidValue,
  [property, nils = 'first']: Args,
  ctx: FilterContext,
): LiquidValue {
  if (input === null) throw argumentError('Cannot sort a null object.')
  if (nils !== 'first' && nils !== 'last') {
    throw argumentError(
      `Invalid nils order: '${toRubyString(nils)}' is not a valid nils order. It must be 'first' or 'last'.`,
    )
  }
  const elements = numbersOf(input, ctx) ?? pairsOrElements(input)
  if (elements === null) return input
  if (property === undefined || property === null) return [...elements].sort(compareStrictly)
  const order = nils === 'first' ? 1 : -1
  return elements
    .map((item) => ({ item, key: itemProperty(item, property) }))
    .sort((a, b) => compareKeys(a.key, b.key, order))
    .map(({ item }) => item)
}

/** The numbers of a range, null for all else. */
export function numbersOf(range: LiquidValue, { render }: FilterContext): LiquidValue[] | null {
  if (!(range instanceof LiquidRange)) return null
  const { first, size } = range
  render.spend(size)
  return Array.from({ length: size }, (_, index) => first + index)
}

function compareStrictly(a: LiquidValue, b: LiquidValue): number {
  const order = spaceship(a, b)
  if (order === null) {
    throw argumentError(`comparison of ${className(a)} with ${className(b)} failed`)
  }
  return order
}

function compareKeys(a: LiquidValue, b: LiquidValue, nilOrder: number): number {
  if (a !== null && b === null) return nilOrder
  if (a === null && b !== null) return -nilOrder
  return spaceship(a, b) ?? compareStrings(toRubyString(a), toRubyString(b))
}

// Nothing in a build is random: the first elements are a sample, too.
function sample(input: LiquidValue, [size = 1]: Args): LiquidValue {
  if (!isList(input)) return input
  return size === 1 ? (input[0] ?? null) : input.slice(0, count(size, 1))
}

const onList =
  (change: (list: readonly LiquidValue[], args: Args) => LiquidValue) =>
  (input: LiquidValue, args: Args): LiquidValue =>
    isList(input) ? change(input, args) : input

/** `where` of Jekyll 3.10: texts are compared, and without a value all is kept. */
// jekyll/filters.rb (3.10.0)
export const OLD_WHERE_FILTER: FilterDefinition = {
  name: 'where',
  arity: [2, 2],
  tellsLiterals: true,
  apply: (input, [property = null, value = null]) => {
    const elements = property === null || value === null ? null : elementsOf(input)
    return elements?.filter((item) => hasText(propertyOf(item, property), value)) ?? input
  },
}

/** The filters. */
export const LIST_FILTERS: readonly FilterDefinition[] = [
  {
    name: 'where',
    arity: [2, 2],
    tellsLiterals: true,
    apply: (input, args) => select(input, args) ?? input,
  },
  { name: 'find', arity: [2, 2], tellsLiterals: true, apply: find },
  { name: 'group_by', arity: [1, 1], apply: groupBy },
  { name: 'sort', arity: [0, 2], apply: sort },
  { name: 'sample', arity: [0, 1], apply: sample },
  {
    name: 'pop',
    arity: [0, 1],
    apply: onList((list, [n]) => list.slice(0, Math.max(0, list.length - count(n, 1)))),
  },
  { name: 'push', arity: [1, 1], apply: onList((list, [item = null]) => [...list, item]) },
  { name: 'shift', arity: [0, 1], apply: onList((list, [n]) => list.slice(count(n, 1))) },
  { name: 'unshift', arity: [1, 1], apply: onList((list, [item = null]) => [item, ...list]) },
]
