/**
 * Counters of `increment` and `decrement`, which go on from page to page: Jekyll renders all of them with one payload.
 */

// jekyll/site.rb (render), jekyll/drops/drop.rb ([]=), liquid/tags/increment.rb

import type { LiquidValue } from '../../liquid/value.js'
import type { ReadLog } from '../facts/read-log.js'

/** What every page is given; no counter can hide it. */
const PAYLOAD: ReadonlySet<string> = new Set([
  'content',
  'highlighter_prefix',
  'highlighter_suffix',
  'jekyll',
  'layout',
  'page',
  'paginator',
  'site',
  'theme',
])

/** The counters of a build, or of an excerpt, which has its own. */
export class Counters {
  #values = new Map<string, LiquidValue>()

  /** @param log who is told of what is read and changed */
  constructor(private readonly log: () => ReadLog | null = () => null) {}

  /** Whether nothing has been counted. */
  get isEmpty(): boolean {
    return this.#values.size === 0
  }

  /** A counter, undefined where nobody has counted yet. */
  get(name: string): LiquidValue | undefined {
    if (PAYLOAD.has(name)) return undefined
    this.log()?.counted(name, 'read')
    return this.peek(name)
  }

  set(name: string, value: LiquidValue): void {
    this.log()?.counted(name, 'changed')
    this.#values.set(name, value)
  }

  /**
   * A counter as it stands, told to nobody. A `count` that nobody has set is how many names the payload has, for Jekyll's is
   * enumerable.
   */
  peek(name: string): LiquidValue | undefined {
    const value = this.#values.get(name)
    return name === 'count' ? (value ?? PAYLOAD.size + this.#values.size) : value
  }

  /** What {@link restore} takes, to begin again from here. */
  save(): ReadonlyMap<string, LiquidValue> {
    return new Map(this.#values)
  }

  restore(saved: ReadonlyMap<string, LiquidValue>): void {
    this.#values = new Map(saved)
  }
}
