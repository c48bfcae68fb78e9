/** Filters on numbers. */

import type { FilterDefinition } from '../definition.js'
import {
  absolute,
  add,
  ceil,
  compareNumeric,
  divide,
  floor,
  fromNumeric,
  modulo,
  multiply,
  round,
  subtract,
  toNumeric,
  type Numeric,
} from '../number.js'
import { isInteger, type LiquidValue } from '../value.js'

const binary = (
  name: string,
  operate: (left: Numeric, right: Numeric) => Numeric,
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
    return fromNumeric(operate(toNumeric(input), toNumeric(operand)))
  },
})

const unary = (name: string, operate: (value: Numeric) => Numeric): FilterDefinition => ({
  name,
  arity: [0, 0],
  apply: (input) => fromNumeric(operate(toNumeric(input))),
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
  binary('divided_by', divide, (left, right) => (right === 0 ? NaN : Math.floor(left / right))),
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
