/** An expression with filters: `name | filter: argument, key: value`, by both grammars. */

import type { RenderContext } from './context.js'
import type { Clock, Expression, FilterDefinition } from './definition.js'
import { argumentError, LiquidError } from './error.js'
import type { ExpressionParser } from './expression.js'
import { StrictParser } from './lexer.js'
import { findFragment, fragmentEnd, isSpace, isWord, skipSpaces, wordEnd } from './scan.js'
import type { LiquidMap, LiquidValue } from './value.js'

/** A variable's parts before they are compiled. */
export interface VariableMarkup {
  readonly name: string | null
  readonly filters: readonly FilterMarkup[]
}

interface FilterMarkup {
  readonly name: string
  readonly args: readonly string[]
}

/** @throws LiquidError `syntax` */
export const parseVariableStrict = (markup: string): VariableMarkup => {
  const parser = new StrictParser(markup)
  if (parser.look('end_of_string')) return { name: null, filters: [] }
  const name = parser.expression()
  const filters: FilterMarkup[] = []
  while (parser.accept('pipe') !== null) {
    filters.push({ name: parser.consume('id'), args: strictArguments(parser) })
  }
  parser.end()
  return { name, filters }
}

const strictArguments = (parser: StrictParser): string[] => {
  if (parser.accept('colon') === null) return []
  const args = [parser.argument()]
  while (parser.accept('comma') !== null) args.push(parser.argument())
  return args
}

/** Takes whatever it can make sense of. */
export const parseVariableLax = (markup: string): VariableMarkup => {
  const first = findFragment(markup, 0)
  if (first === null) return { name: null, filters: [] }
  const pipe = markup.indexOf('|', first.end)
  return { name: first.text, filters: pipe < 0 ? [] : laxFilters(markup, pipe + 1) }
}

const laxFilters = (markup: string, from: number): FilterMarkup[] => {
  const filters: FilterMarkup[] = []
  let at = from
  while (at < markup.length) {
    const end = segmentEnd(markup, at)
    const filter = laxFilter(markup.slice(at, end))
    if (filter !== null) filters.push(filter)
    at = end + 1
  }
  return filters
}

// A filter reaches to the next pipe (or quote without an end) that is outside quotes.
const segmentEnd = (markup: string, from: number): number => {
  let at = from
  while (at < markup.length) {
    const end = fragmentEnd(markup, at)
    const code = markup.charCodeAt(at)
    if (end === at && code !== COMMA && !isSpace(code)) return at
    at = Math.max(end, at + 1)
  }
  return at
}

const COMMA = 44

const laxFilter = (text: string): FilterMarkup | null => {
  let start = 0
  while (start < text.length && !isWord(text.charCodeAt(start))) start++
  if (start === text.length) return null
  return { name: text.slice(start, wordEnd(text, start)), args: laxArguments(text) }
}

// Every `:` or `,` begins an argument, perhaps `key: value`.
const laxArguments = (text: string): string[] => {
  const args: string[] = []
  let at = 0
  while (at < text.length) {
    const end = text[at] === ':' || text[at] === ',' ? laxArgumentEnd(text, at + 1) : -1
    if (end > 0) args.push(text.slice(skipSpaces(text, at + 1), end))
    at = end > 0 ? end : at + 1
  }
  return args
}

const laxArgumentEnd = (text: string, from: number): number => {
  const start = skipSpaces(text, from)
  const keyed = keyEnd(text, start)
  if (keyed > 0) {
    const end = fragmentEnd(text, keyed)
    if (end > keyed) return end
  }
  const end = fragmentEnd(text, start)
  return end > start ? end : -1
}

// Where the value of `key: value` begins, -1 when there is no key.
const keyEnd = (text: string, start: number): number => {
  const end = wordEnd(text, start)
  if (end === start) return -1
  const colon = skipSpaces(text, end)
  return text[colon] === ':' ? skipSpaces(text, colon + 1) : -1
}

/** What compiling a variable needs of its engine. */
export interface VariableOptions {
  readonly expressions: ExpressionParser
  readonly filters: ReadonlyMap<string, FilterDefinition>
  readonly strictFilters: boolean
  readonly clock: Clock
}

/** Chains the filters behind the expression. Unknown filters pass their input on unless strict. */
export const compileVariable = (variable: VariableMarkup, options: VariableOptions): Expression => {
  const start = options.expressions.parse(variable.name ?? '')
  return variable.filters.reduce((input, filter) => compileFilter(input, filter, options), start)
}

const compileFilter = (
  input: Expression,
  filter: FilterMarkup,
  options: VariableOptions,
): Expression => {
  const definition = options.filters.get(filter.name)
  if (definition === undefined) return unknownFilter(input, filter.name, options.strictFilters)
  const args = compileArguments(filter.args, options.expressions, definition.tellsLiterals ?? false)
  const given = args.positional.length + (args.keywords.length > 0 ? 1 : 0)
  const [min, max] = definition.arity
  if (given < min || given > max) return wrongCount(given + 1, min + 1, max + 1)
  return applyFilter(input, definition, { ...args, clock: options.clock })
}

const unknownFilter = (input: Expression, name: string, strict: boolean): Expression => {
  if (!strict) return input
  return () => {
    throw new LiquidError('undefined_filter', `undefined filter ${name}`)
  }
}

const wrongCount = (given: number, min: number, max: number): Expression => {
  const range = max === Infinity ? `${min}+` : min === max ? `${min}` : `${min}..${max}`
  return () => {
    throw argumentError(`wrong number of arguments (given ${given}, expected ${range})`)
  }
}

interface Arguments {
  readonly positional: readonly Expression[]
  readonly keywords: readonly (readonly [string, Expression])[]
}

const KEYWORD = /^(\w[\w-]*)[\t-\r ]*:[\t-\r ]*/

const compileArguments = (
  args: readonly string[],
  expressions: ExpressionParser,
  tellsLiterals: boolean,
): Arguments => {
  const parse = (arg: string): Expression =>
    tellsLiterals ? expressions.parseOperand(arg) : expressions.parse(arg)
  const positional: Expression[] = []
  const keywords: [string, Expression][] = []
  for (const arg of args) {
    const match = KEYWORD.exec(arg)
    if (match === null) positional.push(parse(arg))
    else keywords.push([match[1] ?? '', expressions.parse(arg.slice(match[0].length))])
  }
  return { positional, keywords }
}

interface Application extends Arguments {
  readonly clock: Clock
}

const applyFilter = (
  input: Expression,
  definition: FilterDefinition,
  { positional, keywords, clock }: Application,
): Expression => {
  const { apply } = definition
  const finish = (value: LiquidValue, ctx: RenderContext): LiquidValue => {
    ctx.checkSize(value)
    return value
  }
  return (ctx) => {
    const value = input(ctx)
    const args: LiquidValue[] = []
    for (const argument of positional) args.push(argument(ctx))
    if (keywords.length > 0) args.push(evaluateKeywords(keywords, ctx))
    return finish(apply(value, args, { render: ctx, clock }), ctx)
  }
}

const evaluateKeywords = (keywords: Arguments['keywords'], ctx: RenderContext): LiquidMap => {
  const map: LiquidMap = new Map()
  for (const [key, value] of keywords) map.set(key, value(ctx))
  return map
}
