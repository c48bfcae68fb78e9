/** The shapes by which tags and filters are given to the engine; hosts write their own to them. */

import type { Output, RenderContext } from './context.js'
import type { LiquidError } from './error.js'
import type { LiquidTime, LiquidValue } from './value.js'

/** A parsed expression; gives nil for what is not there. */
export type Expression = (ctx: RenderContext) => LiquidValue

/** A parsed condition of `if`. */
export type Condition = (ctx: RenderContext) => boolean

/** A compiled tag or body: writes to the output. */
export type Render = (ctx: RenderContext, out: Output) => void

/** How templates are read: `strict` only, `lax` only, or strict and then lax with a warning. */
export type ErrorMode = 'strict' | 'warn' | 'lax'

/** The parsed content of a block. */
export interface Body {
  readonly render: Render
  /** Only white space and tags that print nothing. */
  readonly blank: boolean
}

/** Where a body ended: the tag that ended it. */
export interface BodyEnd {
  readonly name: string
  readonly markup: string
}

/** What a tag may ask of the parser while it is parsed. */
export interface TagParser {
  readonly tagName: string
  readonly path: string | null
  /** Line of the tag, from 1 (plus the template's `lineOffset`). */
  readonly line: number
  readonly errorMode: ErrorMode
  /** `a.b[0]`, a literal or a range. */
  parseExpression(markup: string): Expression
  /** The value of a literal, undefined for anything else. */
  literal(markup: string): LiquidValue | undefined
  /** As an expression, but `empty` and `blank` compare instead of being empty strings. */
  parseOperand(markup: string): Expression
  /** An expression with filters, as between `{{` and `}}`. */
  parseVariable(markup: string): Expression
  /** Comparisons joined by `and` and `or`. */
  parseCondition(markup: string): Condition
  /** Runs the strict grammar and, as the error mode has it, the lax one after a failure. */
  parseEither<Result>(strict: () => Result, lax: () => Result, markup: string): Result
  /** The content up to `end<tagName>`. */
  parseBody(): Body
  /**
   * The content up to `end<tagName>` or one of the names, with the tag that ended it.
   * With `lenient`, unknown tags inside are passed over.
   */
  parseUntil(
    names: readonly string[],
    options?: { lenient?: boolean },
  ): { body: BodyNodes; end: BodyEnd }
  /** Lines that are a tag each, as in `{% liquid %}`: a name and its markup. */
  parseLines(markup: string): Body
  /** The unparsed text up to `end<tagName>`. */
  readRaw(): string
  /** Throws a syntax error with line and path. */
  fail(reason: string): never
  warn(error: LiquidError): void
}

/** Content whose text can still be dropped (a block that turns out to be blank). */
export interface BodyNodes {
  readonly blank: boolean
  /** Compiles; with `dropText` white space between the tags is left out. */
  compile(options?: { dropText?: boolean }): Render
}

/** A tag's renderer with whether it prints nothing (see {@link Body.blank}). */
export interface CompiledTag {
  readonly render: Render
  readonly blank: boolean
}

/**
 * A tag. A `block` reads its content with `parseBody`, a `raw` tag with `readRaw`; the kind is
 * what tools may ask, the parse function what the parser obeys. A bare function counts as printing.
 */
export interface TagDefinition {
  readonly name: string
  readonly kind: 'inline' | 'block' | 'raw'
  parse(markup: string, parser: TagParser): Render | CompiledTag
}

/** A filter: input, positional arguments, then context; keyword arguments come by name. */
export interface FilterDefinition {
  readonly name: string
  /** Positional arguments after the input: fewest and most. Keyword arguments count as one. */
  readonly arity: readonly [min: number, max: number]
  /** `empty` and `blank` come to it as `LiteralDrop`s, which it can tell from the empty text; else as that. */
  readonly tellsLiterals?: boolean
  readonly apply: (
    input: LiquidValue,
    args: readonly LiquidValue[],
    ctx: FilterContext,
  ) => LiquidValue
}

/** What a filter is given besides its values. */
export interface FilterContext {
  readonly render: RenderContext
  readonly clock: Clock
}

/** Time as the host has it. */
export interface Clock {
  /** The present moment in the zone of the site. */
  now(): LiquidTime
  /** Offset (seconds east) and abbreviation of the site's zone at an instant (milliseconds). */
  zone(epochMs: number): { readonly offsetSeconds: number; readonly zoneName: string }
}
