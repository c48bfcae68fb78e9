/** Literals, ranges and variables, by the lax grammar that in the end reads every expression. */

import type { RenderContext } from './context.js'
import type { Expression } from './definition.js'
import { LiquidError } from './error.js'
import { getField, type LookupStyle } from './lookup.js'
import { toInteger, truncateToInteger } from './number.js'
import { isBlank, isEmpty } from './compare.js'
import { isWord } from './scan.js'
import { toLiquidString } from './text.js'
import { Drop, float, integer, LiquidRange, type LiquidValue } from './value.js'

/** `empty` or `blank`: equal to whatever is so, and printing nothing. */
export class LiteralDrop extends Drop {
  constructor(private readonly test: (value: LiquidValue) => boolean) {
    super()
  }

  override get(): undefined {
    return undefined
  }

  override equals(other: LiquidValue): boolean {
    return this.test(other)
  }
}

const EMPTY = new LiteralDrop(isEmpty)
const BLANK = new LiteralDrop(isBlank)
const NEVER = new LiteralDrop(() => false)

/** What makes one engine's expressions differ from another's. */
interface ExpressionOptions {
  readonly strictVariables: boolean
  readonly blankLiteral: boolean
}

const LITERALS: ReadonlyMap<string, LiquidValue> = new Map<string, LiquidValue>([
  ['', null],
  ['nil', null],
  ['null', null],
  ['true', true],
  ['false', false],
  // As values they are empty strings; conditions ask for them by `parseOperand`.
  ['empty', ''],
  ['blank', ''],
])

// Enough for the expressions of a large site; beyond it the cache begins anew.
const CACHE_SIZE = 20_000

// An index in brackets may hold another; the scan cuts at the first `]`, so this is never reached
// by templates that Ruby accepts.
const MAX_NESTING = 100

/** Parses and remembers expressions; one for an engine. */
export class ExpressionParser {
  private readonly cache = new Map<string, Parsed>()

  constructor(private readonly options: ExpressionOptions) {}

  /** As {@link parse}, but `empty` and `blank` compare instead of being empty strings. */
  parseOperand(markup: string): Expression {
    if (markup === 'empty') return () => EMPTY
    if (markup === 'blank') return this.options.blankLiteral ? () => BLANK : () => NEVER
    return this.parse(markup)
  }

  /** Never fails: what makes no sense is a variable that does not exist. */
  parse(markup: string): Expression {
    return this.analyse(markup, 0).evaluate
  }

  /** The value of a literal, undefined for what must be evaluated. */
  literal(markup: string): LiquidValue | undefined {
    return this.analyse(markup, 0).literal
  }

  private analyse(markup: string, depth: number): Parsed {
    const cached = this.cache.get(markup)
    if (cached !== undefined) return cached
    if (this.cache.size >= CACHE_SIZE) this.cache.clear()
    const parsed = this.build(markup, depth)
    this.cache.set(markup, parsed)
    return parsed
  }

  private build(markup: string, depth: number): Parsed {
    const literal = LITERALS.get(markup) ?? quoted(markup) ?? number(markup)
    if (literal !== undefined && (literal !== null || LITERALS.has(markup))) {
      return constant(literal)
    }
    if (LITERALS.has(markup)) return constant(null)
    if (depth > MAX_NESTING) return constant(null)
    return (
      this.range(markup, depth) ?? { evaluate: this.variable(markup, depth), literal: undefined }
    )
  }

  private range(markup: string, depth: number): Parsed | null {
    if (!markup.startsWith('(') || !markup.endsWith(')')) return null
    const dots = markup.lastIndexOf('..', markup.length - 4)
    if (dots < 2 || /[\t-\r ]/.test(markup)) return null
    const first = this.analyse(markup.slice(1, dots), depth + 1)
    const last = this.analyse(markup.slice(dots + 2, -1), depth + 1)
    if (first.literal !== undefined && last.literal !== undefined) {
      return constant(
        new LiquidRange(truncateToInteger(first.literal), truncateToInteger(last.literal)),
      )
    }
    const evaluate: Expression = (ctx) =>
      new LiquidRange(rangeEnd(first.evaluate(ctx)), rangeEnd(last.evaluate(ctx)))
    return { evaluate, literal: undefined }
  }

  private variable(markup: string, depth: number): Expression {
    const [name, ...fields] = scanLookups(markup)
    if (name === undefined) return this.missing(markup)
    const root = this.root(name, depth)
    if (fields.length === 0) return root
    const steps = fields.map((field) => this.step(field, depth))
    return steps.reduce((expression, step) => step(expression), root)
  }

  private missing(markup: string): Expression {
    return this.options.strictVariables
      ? () => {
          throw undefinedVariable(markup)
        }
      : () => null
  }

  private root(name: string, depth: number): Expression {
    const strict = this.options.strictVariables
    if (name.startsWith('[')) {
      const inner = this.analyse(name.slice(1, -1), depth + 1).evaluate
      return (ctx) => findVariable(ctx, toLiquidString(inner(ctx)), strict)
    }
    return strict ? (ctx) => findVariable(ctx, name, true) : (ctx) => ctx.find(name) ?? null
  }

  private step(field: string, depth: number): (object: Expression) => Expression {
    const strict = this.options.strictVariables
    if (!field.startsWith('[')) return (object) => fieldOf(object, field, strict)
    const key = this.analyse(field.slice(1, -1), depth + 1)
    return (object) => (ctx) =>
      readField(object(ctx), key.evaluate(ctx), { style: 'bracket', strict })
  }
}

interface Parsed {
  readonly evaluate: Expression
  readonly literal: LiquidValue | undefined
}

const constant = (value: LiquidValue): Parsed => ({ evaluate: () => value, literal: value })

const fieldOf = (object: Expression, key: string, strict: boolean): Expression => {
  if (strict) return (ctx) => readField(object(ctx), key, { style: 'dot', strict })
  return (ctx) => {
    const value = object(ctx)
    return value === null ? null : (getField(value, key, 'dot') ?? null)
  }
}

interface ReadOptions {
  readonly style: LookupStyle
  readonly strict: boolean
}

const readField = (object: LiquidValue, key: LiquidValue, options: ReadOptions): LiquidValue => {
  const value = getField(object, key, options.style)
  if (value !== undefined) return value
  if (options.strict) {
    const name = toLiquidString(key)
    throw object instanceof Drop
      ? new LiquidError('undefined_variable', object.describeMissing(name))
      : undefinedVariable(name)
  }
  return null
}

const findVariable = (ctx: RenderContext, name: string, strict: boolean): LiquidValue => {
  const value = ctx.find(name)
  if (value === undefined && strict) throw undefinedVariable(name)
  return value ?? null
}

const undefinedVariable = (name: string): LiquidError =>
  new LiquidError('undefined_variable', `undefined variable ${name}`)

const rangeEnd = (value: LiquidValue): number => {
  if (value === null || typeof value === 'string') return truncateToInteger(value)
  return toInteger(value)
}

const quoted = (markup: string): string | undefined => {
  const quote = markup[0]
  if (quote !== '"' && quote !== "'") return undefined
  return markup.length > 1 && markup.endsWith(quote) ? markup.slice(1, -1) : undefined
}

const INTEGER = /^-?\d+$/
const FLOAT = /^-?\d[\d.]+$/
const FLOAT_PREFIX = /^-?\d+(?:\.\d+)?/

const number = (markup: string): LiquidValue | undefined => {
  // No site writes longer ones, and making a bigint of digits is not linear.
  if (markup.length > 10_000) return undefined
  if (INTEGER.test(markup)) return integer(BigInt(markup))
  return FLOAT.test(markup) ? float(Number(FLOAT_PREFIX.exec(markup)?.[0])) : undefined
}

/** Names and bracketed indexes in order; all other characters are passed over. */
const scanLookups = (markup: string): string[] => {
  const found: string[] = []
  let at = 0
  // Once no `]` is left, no later `[` has one either.
  let closable = true
  while (at < markup.length) {
    const close: number = markup[at] === '[' && closable ? markup.indexOf(']', at + 2) : -1
    if (markup[at] === '[' && close < 0) closable = closable && markup[at + 1] === ']'
    const end: number = close > 0 ? close + 1 : segmentEnd(markup, at)
    if (end > at) found.push(markup.slice(at, end))
    at = Math.max(end, at + 1)
  }
  return found
}

const segmentEnd = (markup: string, at: number): number => {
  let index = at
  while (isWord(markup.charCodeAt(index)) || markup[index] === '-') index++
  return index > at && markup[index] === '?' ? index + 1 : index
}
