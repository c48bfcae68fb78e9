/** Numbers as Ruby's Liquid counts: integers of any size, and decimals between floats. */

import { LiquidError, argumentError, memoryError } from './error.js'
import { stripOf } from './scan.js'
import { toRubyString } from './text.js'
import { float, integer, isFloat, isInteger, LiquidFloat, type LiquidValue } from './value.js'

/** An exact decimal, `digits` times ten to the minus `scale`; scale is not negative. */
interface Decimal {
  readonly digits: bigint
  readonly scale: number
}

/** What a value counts as: an integer or a decimal. */
export type Numeric = bigint | Decimal

// More digits than any page prints; squaring in a loop would else never end.
const MAX_INTEGER = 1n << 400_000n

/** The JS number of a Float value. */
export const floatValue = (value: number | LiquidFloat): number =>
  value instanceof LiquidFloat ? value.value : value

const decimalOf = (text: string): Decimal => {
  const [mantissa = '0', exponent = '0'] = text.toLowerCase().split('e')
  const [whole = '0', fraction = ''] = mantissa.split('.')
  const scale = fraction.length - Number(exponent)
  const digits = BigInt(whole + fraction)
  return scale < 0 ? { digits: digits * 10n ** BigInt(-scale), scale: 0 } : { digits, scale }
}

const floatDecimal = (value: number): Decimal => {
  // BigDecimal('Infinity') cannot be rounded or made an integer.
  if (!Number.isFinite(value)) {
    const name = Number.isNaN(value) ? 'NaN (Not a Number)' : String(value)
    throw new LiquidError('float_domain', `Computation results in '${name}'`)
  }
  return decimalOf(String(value))
}

const DECIMAL_TEXT = /^-?\d+\.\d+$/
const INTEGER_PREFIX = /^[+-]?\d+(?:_\d+)*/

/** Ruby's `String#to_i`. */
const stringToInteger = (text: string): bigint => {
  const match = INTEGER_PREFIX.exec(trimStart(text))
  if (match === null) return 0n
  const digits = match[0].replaceAll('_', '')
  if (digits.length > 100_000) throw memoryError()
  return digits.startsWith('+') ? BigInt(digits.slice(1)) : BigInt(digits)
}

const trimStart = (text: string): string => text.replace(/^[\t\n\v\f\r \0]+/, '')

/** Numbers as they are, `1.5` in a string a decimal, other strings by their leading digits, else 0. */
export const toNumeric = (value: LiquidValue): Numeric => {
  if (typeof value === 'bigint') return value
  if (isInteger(value)) return BigInt(value)
  if (isFloat(value)) return floatDecimal(floatValue(value))
  if (typeof value !== 'string') return 0n
  const text = stripOf(value, '\t\n\v\f\r \0')
  if (text.length > 100_000) throw memoryError()
  return DECIMAL_TEXT.test(text) ? decimalOf(text) : stringToInteger(text)
}

/** A result as a value: decimals become floats. */
export const fromNumeric = (value: Numeric): LiquidValue => {
  if (typeof value === 'bigint') {
    if (value > MAX_INTEGER || value < -MAX_INTEGER) throw memoryError()
    return integer(value)
  }
  return float(Number(`${value.digits}e-${value.scale}`))
}

/** Both with the same scale. */
const align = (left: Numeric, right: Numeric): [bigint, bigint, number] => {
  const a = typeof left === 'bigint' ? { digits: left, scale: 0 } : left
  const b = typeof right === 'bigint' ? { digits: right, scale: 0 } : right
  const scale = Math.max(a.scale, b.scale)
  return [
    a.digits * 10n ** BigInt(scale - a.scale),
    b.digits * 10n ** BigInt(scale - b.scale),
    scale,
  ]
}

const isWhole = (left: Numeric, right: Numeric): boolean =>
  typeof left === 'bigint' && typeof right === 'bigint'

export const add = (left: Numeric, right: Numeric): Numeric => {
  const [a, b, scale] = align(left, right)
  return isWhole(left, right) ? a + b : { digits: a + b, scale }
}

export const subtract = (left: Numeric, right: Numeric): Numeric => {
  const [a, b, scale] = align(left, right)
  return isWhole(left, right) ? a - b : { digits: a - b, scale }
}

export const multiply = (left: Numeric, right: Numeric): Numeric => {
  const [a, b, scale] = align(left, right)
  return isWhole(left, right) ? a * b : { digits: a * b, scale: scale * 2 }
}

const floorDivide = (a: bigint, b: bigint): bigint => {
  const quotient = a / b
  return a % b !== 0n && a < 0n !== b < 0n ? quotient - 1n : quotient
}

const zeroDivision = (): LiquidError => new LiquidError('zero_division', 'divided by 0')

// Digits kept of a quotient; far beyond the 17 of the float that it becomes.
const QUOTIENT_SCALE = 40

/** Integers round down, decimals divide. @throws LiquidError `zero_division` */
export const divide = (left: Numeric, right: Numeric): Numeric => {
  const [a, b] = align(left, right)
  if (b === 0n) throw zeroDivision()
  if (isWhole(left, right)) return floorDivide(a, b)
  const shift = QUOTIENT_SCALE + Math.max(0, String(b).length - String(a).length)
  return { digits: (a * 10n ** BigInt(shift)) / b, scale: shift }
}

/** The remainder with the sign of the divisor. @throws LiquidError `zero_division` */
export const modulo = (left: Numeric, right: Numeric): Numeric => {
  const [a, b, scale] = align(left, right)
  if (b === 0n) throw zeroDivision()
  const rest = a - floorDivide(a, b) * b
  return isWhole(left, right) ? rest : { digits: rest, scale }
}

/** Negative, 0 or positive. */
export const compareNumeric = (left: Numeric, right: Numeric): number => {
  const [a, b] = align(left, right)
  return a < b ? -1 : a > b ? 1 : 0
}

export const absolute = (value: Numeric): Numeric => {
  if (typeof value === 'bigint') return value < 0n ? -value : value
  return value.digits < 0n ? { digits: -value.digits, scale: value.scale } : value
}

/** The greatest integer that is not above the value. */
export const floor = (value: Numeric): bigint =>
  typeof value === 'bigint' ? value : floorDivide(value.digits, 10n ** BigInt(value.scale))

/** The least integer that is not below the value. */
export const ceil = (value: Numeric): bigint =>
  typeof value === 'bigint' ? value : -floorDivide(-value.digits, 10n ** BigInt(value.scale))

const roundHalfUp = (digits: bigint, unit: bigint): bigint => {
  const magnitude = digits < 0n ? -digits : digits
  const rounded = (magnitude + unit / 2n) / unit
  return digits < 0n ? -rounded : rounded
}

/** Rounds halves away from zero to a number of decimal places, which may be negative. */
export const round = (value: Numeric, places: number): Numeric => {
  const bounded = Math.max(-10_000, Math.min(10_000, places))
  if (typeof value === 'bigint' && bounded >= 0) return value
  const { digits, scale } = typeof value === 'bigint' ? { digits: value, scale: 0 } : value
  if (bounded >= scale) return bounded < 1 ? digits : value
  const unit = 10n ** BigInt(scale - bounded)
  const rounded = roundHalfUp(digits, unit)
  return bounded < 1 ? rounded * 10n ** BigInt(-bounded) : { digits: rounded, scale: bounded }
}

const INTEGER_TEXT = /^[+-]?\d+(?:_\d+)*$/

/**
 * An integer for limits, offsets and lengths; strings must be integers as a whole.
 *
 * @throws LiquidError `argument` "invalid integer"
 */
export const toInteger = (value: LiquidValue): number => {
  if (isInteger(value)) return Number(value)
  const text = stripOf(toRubyString(value), '\t\n\v\f\r ')
  if (!INTEGER_TEXT.test(text)) throw argumentError('invalid integer')
  return Number(text.replaceAll('_', ''))
}

/** Ruby's `to_i` for the ends of ranges: floats cut, nil 0, strings by their leading digits. */
export const truncateToInteger = (value: LiquidValue): number => {
  if (isInteger(value)) return Number(value)
  if (isFloat(value)) return Math.trunc(floatValue(value))
  return typeof value === 'string' ? Number(stringToInteger(value)) : 0
}
