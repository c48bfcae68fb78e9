/** The part of a collection that a loop passes; ranges are never made into arrays. */

import type { RenderContext } from '../context.js'
import type { Expression } from '../definition.js'
import { toInteger } from '../number.js'
import { Drop, isList, LiquidRange, type LiquidValue } from '../value.js'

/** Elements by position, from 0. */
export interface Segment {
  readonly length: number
  at(index: number): LiquidValue
}

/** Which elements, and in which order. */
interface Bounds {
  readonly from: number
  /** Exclusive; null for all. */
  readonly to: number | null
  readonly reversed: boolean
}

const arraySegment = (list: readonly LiquidValue[], { from, to, reversed }: Bounds): Segment => {
  const start = Math.max(0, from)
  const length = Math.max(0, Math.min(list.length, to ?? list.length) - start)
  const last = start + length - 1
  return { length, at: (index) => list[reversed ? last - index : start + index] ?? null }
}

const rangeSegment = (range: LiquidRange, { from, to, reversed }: Bounds): Segment => {
  const start = Math.max(0, from)
  const length = Math.max(0, Math.min(range.size, to ?? range.size) - start)
  const first = range.first + start
  const last = first + length - 1
  return { length, at: (index) => (reversed ? last - index : first + index) }
}

/** The elements within the bounds. */
export const segmentOf = (collection: LiquidValue, bounds: Bounds): Segment => {
  if (collection instanceof LiquidRange) return rangeSegment(collection, bounds)
  // A string is one element, whatever the bounds.
  if (typeof collection === 'string') {
    return arraySegment(collection === '' ? [] : [collection], {
      from: 0,
      to: null,
      reversed: false,
    })
  }
  return arraySegment(toElements(collection), bounds)
}

const toElements = (collection: LiquidValue): readonly LiquidValue[] => {
  if (isList(collection)) return collection
  if (collection instanceof Map) return Array.from(collection, ([key, value]) => [key, value])
  if (!(collection instanceof Drop)) return []
  return collection.toList() ?? collection.toElements()
}

/** A limit or an offset, null when there is none. @throws LiquidError `argument` for no integer */
export const bound = (expression: Expression | null, ctx: RenderContext): number | null => {
  const value = expression === null ? null : expression(ctx)
  return value === null ? null : toInteger(value)
}
