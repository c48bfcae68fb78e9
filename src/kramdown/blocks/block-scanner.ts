/** Where a block parser stands in the source, and what it adds its blocks to. */

import type { Document } from '../tree/document.js'
import { Finder, LineCounter } from '../tree/finder.js'
import { lastChild, type AttributeList, type Node } from '../tree/node.js'
import { matchAt, testAt } from '../tree/text.js'

/** Parses source as blocks and appends them to a node. */
export type ParseBlocks = (into: Node, source: string, place: BlockPosition) => void

/** Where a piece of source stands. */
interface BlockPosition {
  readonly line: number
  /** How many blocks it is inside. */
  readonly depth: number
}

/** What a scanner is told by `blocks.ts`. */
interface BlockContext {
  /** Node that gets the blocks. */
  tree: Node
  readonly place: BlockPosition
  readonly parseBlocks: ParseBlocks
  /** Goes on with the scanner's source until its HTML element ends; false when it doesn't. */
  readonly parseHere: (scanner: BlockScanner) => boolean
}

/** One piece of source that is being cut into blocks. */
export class BlockScanner {
  /** Attributes that wait for the next block. */
  pendingIal: AttributeList | null = null
  pos = 0
  /** Set when the end tag of the tree's HTML element was read. */
  isStopped = false
  /** How many HTML elements are open. */
  htmlDepth = 0
  readonly finder: Finder
  readonly #lines: LineCounter

  constructor(
    readonly document: Document,
    readonly source: string,
    readonly at: BlockContext,
  ) {
    this.finder = new Finder(source)
    this.#lines = new LineCounter(source, at.place.line)
  }

  get tree(): Node {
    return this.at.tree
  }

  get isDone(): boolean {
    return this.pos >= this.source.length
  }

  /** Line number at the position. */
  get line(): number {
    return this.#lines.lineAt(this.pos)
  }

  /** Matches a sticky expression here without moving. */
  check(expression: RegExp): RegExpExecArray | null {
    return matchAt(expression, this.source, this.pos)
  }

  /** Whether a sticky expression matches here. */
  test(expression: RegExp): boolean {
    return testAt(expression, this.source, this.pos)
  }

  /** Matches a sticky expression here and moves behind it. */
  scan(expression: RegExp): RegExpExecArray | null {
    const match = matchAt(expression, this.source, this.pos)
    if (match) this.pos += match[0].length
    return match
  }

  /** Takes the rest of the line with its line end. */
  scanLine(): string {
    const end = this.source.indexOf('\n', this.pos)
    const line = this.source.slice(this.pos, end < 0 ? undefined : end + 1)
    this.pos += line.length
    return line
  }

  /** Appends a block; attributes that waited go to it, or wait on behind a comment or raw text. */
  push(node: Node): void {
    // A blank line, a boundary and a definition take them too, to no effect.
    const takesList = node.type !== 'markup' && node.type !== 'raw'
    if (this.pendingIal && takesList) {
      node.ial = this.pendingIal
      this.pendingIal = null
    }
    this.tree.children.push(node)
  }

  /** Parses source into a node one level deeper. */
  parseInside(into: Node, source: string, line: number): void {
    this.at.parseBlocks(into, source, { line, depth: this.at.place.depth + 1 })
  }

  /** Whether a blank line, a boundary or nothing stands before the position. */
  get isAfterBoundary(): boolean {
    const last = lastChild(this.tree)
    if (!last || last.type === 'blank' || this.pendingIal) return true
    return last.type === 'boundary' && !last.isDefinition
  }
}
