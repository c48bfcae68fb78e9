/** Where a span parser stands in a text, and what surrounds it. */

import type { Document } from '../tree/document.js'
import { Finder, LineCounter } from '../tree/finder.js'
import { appendText, type Node } from '../tree/node.js'

/** Elements that a span is inside of, as bits. */
export const IN_EM = 1
export const IN_STRONG = 2
export const IN_LINK = 4
export const IN_RAW = 8

/** Asks whether the element being read ends at the position. */
type Stop = (scanner: SpanScanner) => boolean

/** What is around the text being read. */
export interface SpanContext {
  /** Bits of what it is inside of. */
  readonly flags: number
  readonly depth: number
  /** Called where the characters of {@link stopAt} stand. */
  readonly stop: Stop | null
  /** First characters of what can end the element. */
  readonly stopAt: string
  /** Key of the states already known not to end; null when it always ends. */
  readonly failures: Set<number> | null
}

/** What was found for a construct at a position, kept so that it is read only once. */
export interface FoundSpan {
  readonly node: Node
  readonly end: number
}

/** A text being read for spans. */
export class SpanScanner {
  pos = 0
  /** Parentheses that close, by those that open; null until somebody asks. */
  parentheses: ReadonlyMap<number, number> | null = null
  /** Where the last {@link parseInside} ended. */
  stoppedAt = 0
  /** Node that gets the spans. */
  tree: Node
  /** Start of the text that is not yet appended. */
  pending = 0
  readonly finder: Finder
  /** Position of the last bracket that closes, or -1. */
  readonly lastBracket: number
  readonly #lines: LineCounter
  #attempts: Map<number, FoundSpan | null> | null = null
  #failures: Map<string, Set<number>> | null = null
  /** Ends of brackets by the position of their content and the flags around: -1 for none. */
  get brackets(): Map<number, number> {
    this.#brackets ??= new Map()
    return this.#brackets
  }

  #brackets: Map<number, number> | null = null
  /** Brackets open in the link text being read: positions of their content. */
  openBrackets: number[] = []

  constructor(
    readonly document: Document,
    readonly source: string,
    readonly at: {
      readonly line: number
      readonly into: Node
      readonly parseSpans: (scanner: SpanScanner, into: Node, context: SpanContext) => boolean
    },
  ) {
    this.tree = at.into
    this.finder = new Finder(source)
    this.#lines = new LineCounter(source, at.line)
    this.lastBracket = source.lastIndexOf(']')
  }

  /** Where the underlines begin that end before the position: the position itself where there are none. */
  underlinesFrom(pos: number): number {
    const { source } = this
    if (source.charCodeAt(pos - 1) !== 95) return pos
    this.#underlines ??= startsOfRuns(source, 95)
    return this.#underlines[pos - 1] ?? pos
  }

  #underlines: Int32Array | null = null

  /** What was found for elements by position and surrounding. */
  get attempts(): Map<number, FoundSpan | null> {
    this.#attempts ??= new Map()
    return this.#attempts
  }

  /** Appends the text passed over up to `start`, then a node. */
  emit(start: number, node: Node): void {
    this.flush(start)
    this.tree.children.push(node)
  }

  /** Appends the text passed over up to `start`, then other text. */
  emitText(start: number, text: string): void {
    this.flush(start)
    appendText(this.tree, text)
  }

  /** Appends the text that was passed over. */
  flush(end: number): void {
    if (end > this.pending) appendText(this.tree, this.source.slice(this.pending, end))
    this.pending = end
  }

  /** Parses from a position to where the context stops; false when it is the text's end. */
  parseInside(into: Node, from: number, context: SpanContext): boolean {
    const { pending, pos } = this
    this.pos = from
    const isFound = this.at.parseSpans(this, into, context)
    this.stoppedAt = this.pos
    this.pending = pending
    this.pos = pos
    return isFound
  }

  /** The set of positions from which an element of this kind is known not to end. */
  failuresOf(key: string): Set<number> {
    this.#failures ??= new Map()
    const known = this.#failures.get(key)
    if (known) return known
    const made = new Set<number>()
    this.#failures.set(key, made)
    return made
  }

  /** Line number at the position. */
  get line(): number {
    return this.#lines.lineAt(this.pos)
  }
}

/** For each position of a character, where the run of it begins. */
function startsOfRuns(source: string, code: number): Int32Array {
  const starts = new Int32Array(source.length)
  for (let at = 0; at < source.length; at++) {
    const goesOn = at > 0 && source.charCodeAt(at - 1) === code
    starts[at] = goesOn ? (starts[at - 1] ?? at) : at
  }
  return starts
}
