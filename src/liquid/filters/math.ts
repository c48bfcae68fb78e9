/** Filters on numbers. */

import type { FilterDefinition } from '../definition.js'
import {
  absolute,
  add,
  ceil,
  compareNumeric,
  divide,
  floatValue,
  floor,
  fromNumeric,
  modulo,
  multiply,
  round,
  subtract,
  toNumeric,
  type Numeric,
} from '../number.js'
import { float, isFloat, isInteger, type LiquidValue } from '../value.js'

/** Infinity and NaN, which no decimal can hold. */
const isSpecial = (value: LiquidValue): boolean =>
  typeof value === 'number' && !Number.isFinite(value)

const approximate = (value: LiquidValue): number => {
  if (isFloat(value)) return floatValue(value)
  const number = fromNumeric(toNumeric(value))
  return isFloat(number) ? floatValue(number) : Number(number)
}

const floatOperations: ReadonlyMap<string, (left: number, right: number) => number> = new Map([
  ['plus', (left, right) => left + right],
  ['minus', (left, right) => left - right],
  ['times', (left, right) => left * right],
  ['divided_by', (left, right) => left / right],
])

const binary = (
  name: string,
  operate: (left: Numeric, right: Numeric) => Numeric | number,
  quick?: (left: number, right: number) => number,
): FilterDefinition => ({
  name,
  arity: [1, 1],
  apply: (input, [operand = null]) => {
    if (quick !== undefined && typeof input === 'number' && typeof operand === 'number') {
      const result =
        Number.isInteger(input) && Number.isInteger(operand) ? quick(input, operand) : NaN
      if (Number.isSafeInteger(result)) return result + 0
    }
    const special = floatOperations.get(name)
    if (special !== undefined && (isSpecial(input) || isSpecial(operand))) {
      return float(special(approximate(input), approximate(operand)))
    }
    const result = operate(toNumeric(input), toNumeric(operand))
    return typeof result === 'number' ? float(result) : fromNumeric(result)
  },
})

/** Integers cannot be divided by zero, decimals can: the result is infinite. */
const divideValues = (left: Numeric, right: Numeric): Numeric | number => {
  const whole = typeof left === 'bigint' && typeof right === 'bigint'
  if (whole || compareNumeric(right, 0n) !== 0) return divide(left, right)
  return Math.sign(compareNumeric(left, 0n)) / 0
}

const unary = (name: string, operate: (value: Numeric) => Numeric): FilterDefinition => ({
  name,
  arity: [0, 0],
  apply: (input) =>
    name === 'abs' && isSpecial(input)
      ? Math.abs(approximate(input))
      : fromNumeric(operate(toNumeric(input))),
})

const roundTo = (input: LiquidValue, places: LiquidValue): LiquidValue => {
  const number = toNumeric(places)
  const count = Number(typeof number === 'bigint' ? number : floor(number))
  const rounded = round(toNumeric(input), Number.isFinite(count) ? count : 0)
  return fromNumeric(rounded)
}

export const MATH_FILTERS: readonly FilterDefinition[] = [
  unary('abs', absolute),
  unary('ceil', ceil),
  unary('floor', floor),
  binary('plus', add, (left, right) => left + right),
  binary('minus', subtract, (left, right) => left - right),
  binary('times', multiply, (left, right) => left * right),
  binary('divided_by', divideValues, (left, right) =>
    right === 0 ? NaN : Math.floor(left / right),
  ),
  binary('modulo', modulo),
  binary('at_least', (left, right) => (compareNumeric(left, right) < 0 ? right : left)),
  binary('at_most', (left, right) => (compareNumeric(left, right) > 0 ? right : left)),
  {
    name: 'round',
    arity: [0, 1],
    apply: (input, [places = 0]) =>
      isInteger(input) && places === 0 ? input : roundTo(input, places),
  },
]
