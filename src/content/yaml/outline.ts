/**
 * Finds the offsets (UTF-16 units, end-exclusive) of all keys and values in a YAML text, for edits that touch nothing
 * else.
 */

import {
  COLLECTION_STYLE,
  EVENT_ID,
  SCALAR_STYLE,
  getScalarValue,
  type Event,
  type ScalarEvent,
} from 'js-yaml'
import { ContentError } from '../error.js'
import { readEvents } from './events.js'
import { YAML_LIMITS } from './parse.js'
import { readPlainScalar } from './scalar.js'
import { keyToText, YamlDate, YamlFloat, YamlTime } from './value.js'

/** A value. From `start` to `end` are its quotes and brackets, but not its anchor and tag. */
export interface OutlineNode {
  readonly kind: 'scalar' | 'block' | 'null' | 'list' | 'map' | 'alias'
  readonly isFlow: boolean
  /** The quotes of a scalar, null without. */
  readonly quote: 'single' | 'double' | null
  readonly start: number
  readonly end: number
  /** True if it has an anchor or a tag, or is an alias. */
  readonly hasProperties: boolean
  readonly items: readonly OutlineNode[]
  readonly pairs: readonly OutlinePair[]
}

export interface OutlinePair {
  /** The key as `keyToText` writes it. */
  readonly key: string
  readonly keyStart: number
  readonly colon: number
  /** Written as `key:`, without a question mark or collection as key. Only such a pair can be changed. */
  readonly isSimple: boolean
  readonly value: OutlineNode
}

interface KeyedNode extends OutlineNode {
  readonly text: string
}

/**
 * The top-level mapping, or null for an empty document.
 *
 * @throws ContentError `refused` for several documents or anything but a block mapping; js-yaml's error for invalid
 *   YAML
 */
export function outline(source: string): OutlineNode | null {
  const root = outlineOf(source)
  if (root !== null && (root.kind !== 'map' || root.isFlow))
    throw new ContentError('refused', 'the YAML is not written as one key a line')
  return root
}

/** The value of any YAML text, or null for an empty document. Throws as {@link outline}, but not for what it is. */
export function outlineOf(source: string): OutlineNode | null {
  const { events, text } = readEvents(source, YAML_LIMITS.maxDepth)
  if (events.filter((event) => event.type === EVENT_ID.DOCUMENT).length > 1)
    throw new ContentError('refused', 'the file holds several YAML documents')
  const root = new Outliner(text, events).root()
  return root === null || root.kind === 'null' ? null : root
}

class Outliner {
  #next = 0

  constructor(
    readonly source: string,
    readonly events: readonly Event[],
  ) {}

  root(): OutlineNode | null {
    if (this.events[0]?.type === EVENT_ID.DOCUMENT) this.#next = 1
    const first = this.events[this.#next]
    return first === undefined || first.type === EVENT_ID.POP ? null : this.#node(0)
  }

  #node(from: number): KeyedNode {
    const event = this.events[this.#next++]
    if (event?.type === EVENT_ID.SCALAR) return this.#scalar(event, from)
    if (event?.type === EVENT_ID.SEQUENCE || event?.type === EVENT_ID.MAPPING)
      return this.#collection(event)
    if (event?.type !== EVENT_ID.ALIAS) throw new ContentError('refused', 'unexpected structure')
    const { anchorStart: start, anchorEnd: end } = event
    return node({ kind: 'alias', start: start - 1, end, hasProperties: true })
  }

  #scalar(event: ScalarEvent, from: number): KeyedNode {
    const hasProperties = event.anchorStart >= 0 || event.tagStart >= 0
    if (event.valueStart < 0) {
      const at = Math.max(from, event.anchorEnd, event.tagEnd)
      return node({ kind: 'null', start: at, end: at, hasProperties })
    }
    const quote = quoteOf(event)
    const margin = quote === null ? 0 : 1
    return node({
      kind: isBlock(event) ? 'block' : 'scalar',
      quote,
      start: event.valueStart - margin,
      end: event.valueEnd + margin,
      hasProperties,
      text: this.#keyText(event),
    })
  }

  #keyText(event: ScalarEvent): string {
    const text = getScalarValue(this.source, event)
    if (event.style !== SCALAR_STYLE.PLAIN || event.tagStart >= 0) return text
    const value = readPlainScalar(text)
    if (value instanceof YamlDate || value instanceof YamlTime) return text
    if (value instanceof YamlFloat) return value.value.toFixed(1)
    if (typeof value === 'bigint') return String(value)
    return typeof value === 'object' && value !== null ? text : keyToText(value)
  }

  #collection(event: Event & { start: number; style: number }): KeyedNode {
    const isFlow = event.style === COLLECTION_STYLE.FLOW
    const isMap = event.type === EVENT_ID.MAPPING
    // `[a: 1]` has a mapping without brackets.
    const isBracketed = isFlow && /[[{]/.test(this.source[event.start] ?? '')
    const items: KeyedNode[] = []
    // An empty item begins after its bracket or dash.
    let at = event.start + (isMap && !isFlow ? 0 : 1)
    while (this.events[this.#next]?.type !== EVENT_ID.POP) {
      const isLine = !isMap && !isFlow && items.length > 0
      const item = this.#node(isLine ? (nextDash(this.source, at, event.start) ?? at) + 1 : at)
      items.push(item)
      at = Math.max(at, item.end)
    }
    this.#next++
    const properties = event as { anchorStart?: number; tagStart?: number }
    return node({
      kind: isMap ? 'map' : 'list',
      isFlow,
      start: event.start,
      end: isBracketed ? this.#closing(at, isMap ? '}' : ']') : at,
      hasProperties: (properties.anchorStart ?? -1) >= 0 || (properties.tagStart ?? -1) >= 0,
      items: isMap ? [] : items,
      pairs: isMap ? this.#pairs(items) : [],
    })
  }

  /** Offset after the closing bracket. Only commas, white space and comments can be before it. */
  #closing(from: number, bracket: string): number {
    let at = from
    for (; at < this.source.length && this.source[at] !== bracket; at++) {
      const isComment = this.source[at] === '#' && /\s/.test(this.source[at - 1] ?? '\n')
      if (isComment) at = lineEnd(this.source, at)
    }
    return at + 1
  }

  #pairs(items: readonly KeyedNode[]): OutlinePair[] {
    const pairs: OutlinePair[] = []
    for (let i = 0; i + 1 < items.length; i += 2) {
      const [key, value] = [items[i], items[i + 1]]
      if (key !== undefined && value !== undefined) pairs.push(this.#pair(key, value))
    }
    return pairs
  }

  #pair(key: KeyedNode, value: KeyedNode): OutlinePair {
    let colon = key.end
    while (this.source[colon] === ' ' || this.source[colon] === '\t') colon++
    const isSimple = (key.kind === 'scalar' || key.kind === 'null') && this.source[colon] === ':'
    const isEmpty = isSimple && value.kind === 'null' && !value.hasProperties
    const placed = isEmpty ? { ...value, start: colon + 1, end: colon + 1 } : value
    return { key: key.text, keyStart: key.start, colon, isSimple, value: placed }
  }
}

function node(parts: Partial<KeyedNode> & Pick<KeyedNode, 'kind' | 'start' | 'end'>): KeyedNode {
  const none = { isFlow: false, quote: null, hasProperties: false, items: [], pairs: [], text: '' }
  return { ...none, ...parts }
}

function quoteOf(event: ScalarEvent): 'single' | 'double' | null {
  if (event.style === SCALAR_STYLE.SINGLE_QUOTED) return 'single'
  return event.style === SCALAR_STYLE.DOUBLE_QUOTED ? 'double' : null
}

function isBlock(event: ScalarEvent): boolean {
  return event.style === SCALAR_STYLE.LITERAL_BLOCK || event.style === SCALAR_STYLE.FOLDED_BLOCK
}

/** Offset of the next dash, after `from`, that begins a line in the column of the dash at `first`; null without one. */
export function nextDash(source: string, from: number, first: number): number | null {
  const column = first - lineStart(source, first)
  let line = source[from - 1] === '\n' ? from : lineEnd(source, from) + 1
  for (; line < source.length; line = lineEnd(source, line) + 1) {
    const dash = line + column
    if (source[dash] === '-' && source.slice(line, dash).trim() === '') return dash
  }
  return null
}

/** Offset of the first character of the line that `at` is on. */
export function lineStart(source: string, at: number): number {
  return at === 0 ? 0 : source.lastIndexOf('\n', at - 1) + 1
}

/** Offset of the line's `\n`, or of the end. */
export function lineEnd(source: string, at: number): number {
  const end = source.indexOf('\n', at)
  return end < 0 ? source.length : end
}
