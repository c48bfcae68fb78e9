/** The state of one rendering: scopes, registers, limits, and what loops remember. */

import { lengthError, LiquidError, memoryError } from './error.js'
import { isList, type Drop, type LiquidMap, type LiquidValue } from './value.js'

/** Bounds of one rendering; the defaults are far above what a real site needs. */
export interface Limits {
  /** UTF-16 units (at least a byte each) of one output or one string made by a filter. */
  readonly outputBytes: number
  /** Turns of all loops together, and elements of one array made by a filter. */
  readonly iterations: number
  /** Nested blocks in a template, and scopes (loops, includes) at one time. */
  readonly depth: number
  /** Of one rendering; looked at as loops turn. */
  readonly milliseconds: number
}

export const DEFAULT_LIMITS: Limits = {
  outputBytes: 256 * 2 ** 20,
  iterations: 50_000_000,
  depth: 100,
  milliseconds: Number.POSITIVE_INFINITY,
}

/** Turns of loops between two looks at the clock. */
const TURNS_A_LOOK = 4096

/** Where text goes while rendering; `capture` and host tags make one of their own. */
export class Output {
  text = ''

  write(text: string): void {
    this.text += text
  }
}

/** Names of one loop or include; read before all outer ones. */
export type Scope = Map<string, LiquidValue>

/** Counters of `increment` and `decrement`, by name. */
interface Counts {
  get(name: string): LiquidValue | undefined
  set(name: string, value: LiquidValue): unknown
}

interface ContextOptions {
  /** The payload (`site`, `page`, …): read when no scope has the name. */
  readonly environment?: LiquidMap | Drop
  /** What `assign` and `capture` write; pass one to keep it after rendering. */
  readonly assigns?: Scope
  /** What `increment` and `decrement` count; pass one to keep it after rendering. */
  readonly counters?: Counts
  /** Whatever the host's tags and filters need; never visible to templates. */
  readonly registers?: Record<string, unknown>
  readonly limits?: Partial<Limits>
  /**
   * `throw` (the default) ends rendering at the first error; `inline` prints the message in its
   * place, collects it in {@link RenderContext.errors} and goes on.
   */
  readonly onError?: 'throw' | 'inline'
}

/** One rendering. Not to be shared between renderings that run at one time. */
export class RenderContext {
  readonly environment: LiquidMap | Drop
  readonly assigns: Scope
  readonly registers: Record<string, unknown>
  readonly limits: Limits
  readonly onError: 'throw' | 'inline'
  readonly errors: LiquidError[] = []
  /** Set by `break` and `continue` until the loop around takes it. */
  interrupt: 'break' | 'continue' | null = null
  /** Enclosing `for` loops, outermost first; for `forloop.parentloop`. */
  readonly loops: Drop[] = []
  /** Where `offset: continue` goes on, by variable and collection. */
  readonly offsets = new Map<string, number>()
  readonly cycles = new Map<unknown, number>()
  lastChanged: string | null = null
  private readonly scopes: Scope[]
  private readonly counters: Counts
  private iterations = 0
  private nextLook = TURNS_A_LOOK
  private readonly started = performance.now()

  constructor(options: ContextOptions = {}) {
    this.environment = options.environment ?? new Map()
    this.assigns = options.assigns ?? new Map()
    this.counters = options.counters ?? new Map<string, LiquidValue>()
    this.registers = options.registers ?? {}
    this.limits = { ...DEFAULT_LIMITS, ...options.limits }
    this.onError = options.onError ?? 'throw'
    this.scopes = [this.assigns]
  }

  /** The value of a name, innermost scope first; undefined when nobody has it. */
  find(name: string): LiquidValue | undefined {
    for (let index = this.scopes.length - 1; index >= 0; index--) {
      const value = this.scopes[index]?.get(name)
      if (value !== undefined) return value
    }
    return this.counters.get(name) ?? this.environment.get(name)
  }

  /** Writes to the outermost scope, as `assign` does. */
  assign(name: string, value: LiquidValue): void {
    this.assigns.set(name, value)
  }

  /**
   * Runs with a further scope in front.
   *
   * @throws LiquidError `stack_level` beyond the depth limit
   */
  withScope<Result>(scope: Scope, run: () => Result): Result {
    this.push(scope)
    try {
      return run()
    } finally {
      this.pop()
    }
  }

  /** Opens a scope; every push needs its {@link pop}. */
  push(scope: Scope): void {
    if (this.scopes.length > this.limits.depth) {
      throw new LiquidError('stack_level', 'Nesting too deep')
    }
    this.scopes.push(scope)
  }

  pop(): void {
    this.scopes.pop()
  }

  /** The counter of `increment` and `decrement`, which the environment may have begun. */
  count(name: string): LiquidValue {
    return this.counters.get(name) ?? this.environment.get(name) ?? 0
  }

  setCount(name: string, value: LiquidValue): void {
    this.counters.set(name, value)
  }

  /** Counts turns of loops. @throws LiquidError `memory` beyond the limit, `time` */
  spend(turns = 1): void {
    this.iterations += turns
    if (this.iterations > this.limits.iterations) throw memoryError()
    if (this.iterations < this.nextLook) return
    this.nextLook = this.iterations + TURNS_A_LOOK
    const { milliseconds } = this.limits
    if (performance.now() - this.started <= milliseconds) return
    throw new LiquidError('time', `Rendering took longer than ${milliseconds / 1000} seconds`)
  }

  /** Checks a string or an array that a filter made. @throws LiquidError `memory` */
  checkSize(value: LiquidValue): void {
    const { outputBytes } = this.limits
    if (typeof value === 'string' && value.length > outputBytes) throw lengthError(outputBytes)
    if (isList(value) && value.length > this.limits.iterations) throw memoryError()
  }
}
