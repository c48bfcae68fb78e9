/** What goes wrong in a template, in the words that Liquid has for it. */

/** Which of Liquid's errors it is; `syntax` comes from parsing, all others from rendering. */
type LiquidErrorCode =
  | 'syntax'
  | 'argument'
  | 'context'
  | 'file_system'
  | 'float_domain'
  | 'zero_division'
  | 'stack_level'
  | 'memory'
  | 'time'
  | 'undefined_variable'
  | 'undefined_filter'
  | 'internal'
  | 'host'

interface ErrorPlace {
  readonly path?: string | null
  readonly line?: number | null
  /** The markup of the tag or variable, shown at the end of the message. */
  readonly markup?: string | null
}

/**
 * An error of a template. `message` is Liquid's own sentence (`Liquid syntax error (line 3): …`),
 * `reason` the part of it after the prefix; `line` counts from 1 and is null while unknown.
 */
export class LiquidError extends Error {
  override readonly name = 'LiquidError'
  path: string | null
  line: number | null
  markup: string | null

  constructor(
    readonly code: LiquidErrorCode,
    readonly reason: string,
    place: ErrorPlace = {},
  ) {
    super(reason)
    this.path = place.path ?? null
    this.line = place.line ?? null
    this.markup = place.markup ?? null
    this.message = this.describe()
  }

  /** Fills in what is not known yet; an inner place wins over an outer one. */
  locate(place: ErrorPlace): this {
    this.path ??= place.path ?? null
    this.line ??= place.line ?? null
    this.markup ??= place.markup ?? null
    this.message = this.describe()
    return this
  }

  private describe(): string {
    const prefix = this.code === 'syntax' ? 'Liquid syntax error' : 'Liquid error'
    const line = this.line === null ? '' : ` (line ${this.line})`
    const markup = this.markup === null ? '' : ` in "${this.markup}"`
    return `${prefix}${line}: ${this.reason}${markup}`
  }
}

/** A syntax error whose place is filled in by the parser. */
export const syntaxError = (reason: string): LiquidError => new LiquidError('syntax', reason)

/** Ruby's ArgumentError, as filters raise it. */
export const argumentError = (reason: string): LiquidError => new LiquidError('argument', reason)

/** A limit on memory, output or iterations was hit. */
export const memoryError = (): LiquidError => new LiquidError('memory', 'Memory limits exceeded')

/** An output, or a text that a filter made, is longer than may be; tells the limit. */
export const lengthError = (limit: number): LiquidError => {
  const most = limit.toLocaleString('en-US')
  const reason = `Memory limits exceeded: over ${most} characters of text; print or collect less`
  return new LiquidError('memory', reason)
}
