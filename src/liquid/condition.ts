/** Conditions of `if`: comparisons joined by `and` and `or`, which bind from the right. */

import type { Condition, Expression } from './definition.js'
import { compareOrder, contains, equals } from './compare.js'
import { argumentError, syntaxError, type LiquidError } from './error.js'
import { LiteralDrop, type ExpressionParser } from './expression.js'
import { StrictParser } from './lexer.js'
import { findFragment, fragmentEnd, isSpace, isWord, skipSpaces } from './scan.js'
import { isTruthy, type LiquidValue } from './value.js'

/** One comparison; without an operator, whether the left side is true. */
interface Comparison {
  readonly left: string
  readonly operator: string | null
  readonly right: string | null
}

/** Comparisons with the word that joins each to the next. */
interface ConditionMarkup {
  readonly comparisons: readonly Comparison[]
  readonly joins: readonly ('and' | 'or')[]
}

/** @throws LiquidError `syntax` */
export const parseConditionStrict = (markup: string): ConditionMarkup => {
  const parser = new StrictParser(markup)
  const comparisons = [strictComparison(parser)]
  const joins: ('and' | 'or')[] = []
  for (;;) {
    const join = parser.acceptWord('and') ? 'and' : parser.acceptWord('or') ? 'or' : null
    if (join === null) break
    joins.push(join)
    comparisons.push(strictComparison(parser))
  }
  parser.end()
  return { comparisons, joins }
}

const strictComparison = (parser: StrictParser): Comparison => {
  const left = parser.expression()
  const operator = parser.accept('comparison')
  return { left, operator, right: operator === null ? null : parser.expression() }
}

/** @throws LiquidError `syntax` with the sentence of the tag `if` */
export const parseConditionLax = (markup: string): ConditionMarkup => {
  const pieces = splitAtJoins(markup)
  const comparisons = [laxComparison(pieces.pop() ?? '')]
  const joins: ('and' | 'or')[] = []
  while (pieces.length > 0) {
    const join = (pieces.pop() ?? '').trim()
    if (join !== 'and' && join !== 'or') throw conditionError()
    joins.push(join)
    comparisons.push(laxComparison(pieces.pop() ?? ''))
  }
  return { comparisons: comparisons.reverse(), joins: joins.reverse() }
}

const conditionError = (): LiquidError =>
  syntaxError("Syntax Error in tag 'if' - Valid syntax: if [expression]")

/** Comparisons and the words between them, in order; either may be where the other should. */
const splitAtJoins = (markup: string): string[] => {
  const pieces: string[] = []
  let start = 0
  let at = skipSpaces(markup, 0)
  while (at < markup.length) {
    const join = joinAt(markup, at)
    if (join === null) {
      at = skipSpaces(markup, chunkEnd(markup, at))
      continue
    }
    if (skipSpaces(markup, start) < at) pieces.push(markup.slice(start, at))
    pieces.push(join)
    start = at + join.length
    at = skipSpaces(markup, start)
  }
  if (skipSpaces(markup, start) < markup.length) pieces.push(markup.slice(start))
  return pieces
}

const joinAt = (markup: string, at: number): 'and' | 'or' | null => {
  const join = markup.startsWith('and', at) ? 'and' : markup.startsWith('or', at) ? 'or' : null
  return join === null || isWord(markup.charCodeAt(at + join.length)) ? null : join
}

// A fragment, or any run of characters that are not white space.
const chunkEnd = (markup: string, at: number): number => {
  const end = fragmentEnd(markup, at)
  if (end > at) return end
  let index = at
  while (index < markup.length && !isSpace(markup.charCodeAt(index))) index++
  return index
}

const OPERATOR = /[=!<>a-z_]+/y

const laxComparison = (chunk: string): Comparison => {
  const left = findFragment(chunk, 0)
  if (left === null) throw conditionError()
  OPERATOR.lastIndex = skipSpaces(chunk, left.end)
  const operator = OPERATOR.exec(chunk)?.[0] ?? null
  if (operator === null) return { left: left.text, operator, right: null }
  const from = skipSpaces(chunk, skipSpaces(chunk, left.end) + operator.length)
  const end = fragmentEnd(chunk, from)
  return { left: left.text, operator, right: end > from ? chunk.slice(from, end) : null }
}

/** Compiles so that `a and b or c` is `a and (b or c)`. */
export const compileCondition = (
  { comparisons, joins }: ConditionMarkup,
  expressions: ExpressionParser,
): Condition => {
  const tests = comparisons.map((comparison) => compileComparison(comparison, expressions))
  return joins.reduceRight<Condition>(
    (right, join, index) => {
      const left = tests[index] ?? never
      return join === 'and' ? (ctx) => left(ctx) && right(ctx) : (ctx) => left(ctx) || right(ctx)
    },
    tests.at(-1) ?? never,
  )
}

const never: Condition = () => false

const compileComparison = (comparison: Comparison, expressions: ExpressionParser): Condition => {
  const left = expressions.parseOperand(comparison.left)
  if (comparison.operator === null) return (ctx) => isTruthy(left(ctx))
  const right = expressions.parseOperand(comparison.right ?? '')
  return compileOperator(comparison.operator, left, right)
}

/** A test of two values by an operator of conditions. */
type Test = (left: LiquidValue, right: LiquidValue) => boolean

const TESTS: ReadonlyMap<string, Test> = new Map<string, Test>([
  ['==', (left, right) => conditionEquals(left, right)],
  ['!=', (left, right) => !conditionEquals(left, right)],
  ['<>', (left, right) => !conditionEquals(left, right)],
  ['<', (left, right) => compareOrder(left, '<', right)],
  ['>', (left, right) => compareOrder(left, '>', right)],
  ['<=', (left, right) => compareOrder(left, '<=', right)],
  ['>=', (left, right) => compareOrder(left, '>=', right)],
  ['contains', contains],
])

const compileOperator = (operator: string, left: Expression, right: Expression): Condition => {
  const test = TESTS.get(operator)
  if (test !== undefined) return (ctx) => test(left(ctx), right(ctx))
  return () => {
    throw argumentError(`Unknown operator ${operator}`)
  }
}

// `x == empty` asks x, whichever side it stands on.
const conditionEquals = (left: LiquidValue, right: LiquidValue): boolean => {
  if (left instanceof LiteralDrop) return left.equals(right)
  return right instanceof LiteralDrop ? right.equals(left) : equals(left, right)
}
