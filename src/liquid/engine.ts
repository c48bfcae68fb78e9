/**
 * Liquid as Jekyll has it, compiled to closures.
 *
 * Written from the documented syntax and from differential tests against the Ruby library
 * (`fixtures/liquid/`). Neighbours: none; the folder imports nothing from outside itself. Hosts give
 * tags, filters and a clock and read values through drops. Templates can reach nothing else: all
 * look-ups go through Maps and drops, parsing takes linear time, rendering is bounded by limits.
 */

import { DEFAULT_LIMITS, Output, type Limits, type RenderContext } from './context.js'
import type {
  Clock,
  Condition,
  ErrorMode,
  Expression,
  FilterDefinition,
  TagDefinition,
} from './definition.js'
import type { LiquidError } from './error.js'
import { compileCondition, parseConditionStrict } from './condition.js'
import { ExpressionParser } from './expression.js'
import { STANDARD_FILTERS } from './filters/standard.js'
import { Parser, type ParserOptions } from './parser.js'
import { STANDARD_TAGS } from './tags/standard.js'
import { tokenize } from './tokenizer.js'
import { LiquidTime } from './value.js'
import { compileVariable, parseVariableStrict } from './variable.js'

export { RenderContext } from './context.js'
export { LiquidError } from './error.js'
export { fromPlain, type LiquidValue } from './value.js'
export type { FilterDefinition, TagDefinition } from './definition.js'

/** What an engine is made of; standard tags and filters are always there, hosts may override. */
export interface EngineOptions {
  readonly tags?: readonly TagDefinition[]
  readonly filters?: readonly FilterDefinition[]
  /** Liquid's own filters; default those of Liquid 5.4. */
  readonly standardFilters?: readonly FilterDefinition[]
  /** Default `warn`. */
  readonly errorMode?: ErrorMode
  /** An unknown filter is an error instead of being passed over. */
  readonly strictFilters?: boolean
  /** An unknown variable is an error instead of nil. */
  readonly strictVariables?: boolean
  readonly limits?: Partial<Limits>
  readonly clock?: Clock
  /** `blank` compares as with ActiveSupport; off, as in Jekyll. */
  readonly blankLiteral?: boolean
  /** Told of strict errors that the lax grammar forgave. */
  readonly onWarning?: (warning: LiquidError) => void
}

/** Where a template comes from, for messages. */
export interface TemplateSource {
  readonly path?: string
  /** Lines of front matter before the source, added to every line number. */
  readonly lineOffset?: number
}

/** A compiled template; may be rendered any number of times. */
export interface Template {
  readonly path: string | null
  /** @throws LiquidError where the context's `onError` is `throw` */
  render(context: RenderContext): string
}

/** Parses templates and single expressions with one set of tags and filters. */
export interface Engine {
  /** @throws LiquidError `syntax` */
  parse(source: string, from?: TemplateSource): Template
  /** `a.b[0]`, a literal or a range, by the lax grammar; never fails. */
  parseExpression(markup: string): Expression
  /** An expression with filters. @throws LiquidError `syntax` */
  parseVariable(markup: string): Expression
  /** Comparisons joined by `and` and `or`. @throws LiquidError `syntax` */
  parseCondition(markup: string): Condition
}

/** The epoch in UTC: for engines that are given no clock. */
const STOPPED_CLOCK: Clock = {
  now: () => new LiquidTime(0, 0, { utc: true }),
  zone: () => ({ offsetSeconds: 0, zoneName: 'UTC' }),
}

const byName = <Item extends { readonly name: string }>(
  ...lists: readonly (readonly Item[])[]
): ReadonlyMap<string, Item> => new Map(lists.flat().map((item) => [item.name, item]))

/** Makes an engine; tags and filters of the host win over standard ones of the same name. */
export const createEngine = (options: EngineOptions = {}): Engine => {
  const parserOptions = parserOptionsOf(options)
  const { expressions, variables } = parserOptions
  return {
    parse: (source, from = {}) => compileTemplate(source, from, parserOptions),
    parseExpression: (markup) => expressions.parse(markup),
    parseVariable: (markup) => compileVariable(parseVariableStrict(markup), variables),
    parseCondition: (markup) => compileCondition(parseConditionStrict(markup), expressions),
  }
}

const parserOptionsOf = (options: EngineOptions): ParserOptions => {
  const expressions = new ExpressionParser({
    strictVariables: options.strictVariables ?? false,
    blankLiteral: options.blankLiteral ?? false,
  })
  return {
    tags: byName(STANDARD_TAGS, options.tags ?? []),
    expressions,
    variables: {
      expressions,
      filters: byName(options.standardFilters ?? STANDARD_FILTERS, options.filters ?? []),
      strictFilters: options.strictFilters ?? false,
      clock: options.clock ?? STOPPED_CLOCK,
    },
    errorMode: options.errorMode ?? 'warn',
    maxDepth: options.limits?.depth ?? DEFAULT_LIMITS.depth,
    path: null,
    onWarning: options.onWarning ?? (() => undefined),
  }
}

const compileTemplate = (
  source: string,
  from: TemplateSource,
  options: ParserOptions,
): Template => {
  const path = from.path ?? null
  const tokens = tokenize(source, 1 + (from.lineOffset ?? 0))
  const render = new Parser(tokens, { ...options, path }).parseDocument()
  return {
    path,
    render: (context) => {
      const out = new Output()
      render(context, out)
      return out.text
    },
  }
}
