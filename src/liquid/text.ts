/** How values print: Ruby's `to_s`, `inspect` and `Array#join`. */

import { dateInspect, timeInspect, timeToString } from './calendar.js'
import { memoryError } from './error.js'
import {
  Drop,
  isFloat,
  isList,
  LiquidDate,
  LiquidFloat,
  LiquidRange,
  LiquidTime,
  type LiquidMap,
  type LiquidValue,
} from './value.js'

// Deep enough for any data of a site, shallow enough for the stack.
const MAX_NESTING = 1000

/** Ruby's `Float#to_s`: `2.0`, `1.0e+15`, `1.0e-05`. */
export const formatFloat = (value: number): string => {
  if (Number.isNaN(value)) return 'NaN'
  if (!Number.isFinite(value)) return value < 0 ? '-Infinity' : 'Infinity'
  if (value === 0) return Object.is(value, -0) ? '-0.0' : '0.0'
  const [mantissa = '', exponent = '0'] = value.toExponential().split('e')
  const power = Number(exponent)
  if (power >= -4 && power < 15) {
    const plain = String(value)
    return plain.includes('.') ? plain : `${plain}.0`
  }
  const sign = power < 0 ? '-' : '+'
  const digits = mantissa.includes('.') ? mantissa : `${mantissa}.0`
  return `${digits}e${sign}${String(Math.abs(power)).padStart(2, '0')}`
}

/** What `{{ value }}` prints. */
export const toLiquidString = (value: LiquidValue): string => {
  if (typeof value === 'string') return value
  if (value === null) return ''
  if (typeof value === 'number') {
    return Number.isInteger(value) ? String(value) : formatFloat(value)
  }
  if (isList(value)) return joinValues(value, '')
  return objectToString(value)
}

const objectToString = (
  value: boolean | bigint | LiquidFloat | LiquidRange | LiquidTime | LiquidDate | LiquidMap | Drop,
): string => {
  if (typeof value === 'boolean' || typeof value === 'bigint') return String(value)
  if (value instanceof Drop) return value.toLiquidString()
  if (value instanceof LiquidFloat) return formatFloat(value.value)
  if (value instanceof LiquidRange) return `${value.first}..${value.last}`
  if (value instanceof LiquidTime) return timeToString(value)
  if (value instanceof LiquidDate) return value.iso
  return inspect(value)
}

/** Ruby's `Array#join`, which flattens. @throws LiquidError `memory` for a nesting without end */
export const joinValues = (list: readonly LiquidValue[], glue: string, depth = 0): string => {
  if (depth > MAX_NESTING) throw memoryError()
  return list
    .map((item) => {
      if (isList(item)) return joinValues(item, glue, depth + 1)
      return item instanceof Drop ? item.toListString() : toLiquidString(item)
    })
    .join(glue)
}

/** Ruby's `to_s` for an element: as printed, but arrays as `["a"]`. */
export const toRubyString = (value: LiquidValue): string =>
  isList(value) ? inspect(value) : toLiquidString(value)

/** Ruby's `inspect` (before 3.4): `{"k"=>1}`, `[nil, "a"]`. */
export const inspect = (value: LiquidValue, depth = 0): string => {
  if (depth > MAX_NESTING) throw memoryError()
  if (value === null) return 'nil'
  if (typeof value === 'string') return inspectString(value)
  if (isList(value)) return `[${value.map((item) => inspect(item, depth + 1)).join(', ')}]`
  if (value instanceof Map) return inspectMap(value, depth)
  if (value instanceof LiquidTime) return timeInspect(value)
  if (value instanceof LiquidDate) return dateInspect(value)
  if (value instanceof Drop) return value.inspect()
  return toLiquidString(value)
}

const inspectMap = (map: LiquidMap, depth: number): string => {
  const pairs: string[] = []
  for (const [key, value] of map)
    pairs.push(`${inspect(key, depth + 1)}=>${inspect(value, depth + 1)}`)
  return `{${pairs.join(', ')}}`
}

const ESCAPES = new Map([
  ['"', '\\"'],
  ['\\', '\\\\'],
  ['\n', '\\n'],
  ['\t', '\\t'],
  ['\r', '\\r'],
  ['\f', '\\f'],
  ['\v', '\\v'],
  ['\b', '\\b'],
  ['\x07', '\\a'],
  ['\x1b', '\\e'],
])

/** Ruby's `String#inspect`, quotes included. */
export const inspectString = (text: string): string => {
  const escaped = text.replace(
    /["\\]|#(?=[{$@])|(?!\u0085)[\p{Cc}\p{Cn}\p{Cs}\p{Zl}\p{Zp}]/gu,
    (char) => {
      if (char === '#') return '\\#'
      return ESCAPES.get(char) ?? inspectCodePoint(char.codePointAt(0) ?? 0)
    },
  )
  return `"${escaped}"`
}

const inspectCodePoint = (code: number): string => {
  const hex = code.toString(16).toUpperCase()
  return code > 0xffff ? `\\u{${hex}}` : `\\u${hex.padStart(4, '0')}`
}

/** Ruby's class of a value, for messages of errors. */
export const className = (value: LiquidValue): string => {
  if (value === null) return 'NilClass'
  if (typeof value === 'string') return 'String'
  if (typeof value === 'boolean') return value ? 'TrueClass' : 'FalseClass'
  if (isFloat(value)) return 'Float'
  if (typeof value === 'number' || typeof value === 'bigint') return 'Integer'
  if (isList(value)) return 'Array'
  if (value instanceof Map) return 'Hash'
  if (value instanceof LiquidRange) return 'Range'
  if (value instanceof LiquidTime) return 'Time'
  return value instanceof LiquidDate ? 'Date' : value.constructor.name
}
