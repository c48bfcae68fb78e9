/** Values as text that is the same for two of them only where no template could tell them apart. */

import { hash } from 'node:crypto'
import {
  Drop,
  isList,
  LiquidDate,
  LiquidFloat,
  LiquidRange,
  type LiquidTime,
  type LiquidValue,
} from '../../liquid/value.js'

/** Names a drop, or says what it holds. */
export type DescribeDrop = (drop: Drop, describe: (value: LiquidValue) => string) => string

/** Descriptions of so many characters stand for themselves. */
const SHORT = 60
/** Characters of a hash: more bits than can meet by chance. */
const LENGTH = 22

/** The description of a value, or a hash of it where it is long. */
export function digestOf(value: LiquidValue | undefined, drop: DescribeDrop): string {
  const text = describe(value, drop)
  return text.length <= SHORT ? text : hashOf(text)
}

/** A hash, marked so that it is no description. */
export function hashOf(text: string): string {
  return `#${hash('sha256', text, 'base64url').slice(0, LENGTH)}`
}

function describe(value: LiquidValue | undefined, drop: DescribeDrop): string {
  if (typeof value === 'string') return `${value.length}:${value}`
  if (value === undefined) return 'u'
  if (value === null) return '0'
  if (typeof value === 'number') return Object.is(value, -0) ? 'n-0' : `n${value}`
  if (typeof value !== 'object') return `${typeof value} ${value}`
  if (isList(value)) return `[${value.map((item) => describe(item, drop)).join(',')}]`
  if (value instanceof Map) {
    const entries = Array.from(
      value,
      ([key, item]) => `${describe(key, drop)}=${describe(item, drop)}`,
    )
    return `{${entries.join(',')}}`
  }
  return describeObject(value, drop)
}

function describeObject(
  value: LiquidTime | LiquidDate | LiquidFloat | LiquidRange | Drop,
  drop: DescribeDrop,
): string {
  if (value instanceof Drop) return `<${drop(value, (inner) => describe(inner, drop))}>`
  if (value instanceof LiquidFloat) return `f${value.value}`
  if (value instanceof LiquidDate) return `d${value.iso}`
  if (value instanceof LiquidRange) return `r${value.first}..${value.last}`
  const { epochMs, nanoseconds, offsetSeconds, utc, zoneName } = value
  return `t${epochMs}.${nanoseconds} ${offsetSeconds} ${utc} ${zoneName}`
}
