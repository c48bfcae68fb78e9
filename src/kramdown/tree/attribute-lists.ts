/** Attribute lists: `#id .class key="value" reference`. */

import { createNode, type AttributeList, type Attributes, type Node } from './node.js'
import type { Document } from './document.js'
import { isSpace, matchAt } from './text.js'

const BLANKS = /[ \t\n\v\f\r]+/y
const WORD = /(?:(\w[\w-]*)|((?:#[A-Za-z][\w:-]*|\.[^\s.#]+)+))(?=[ \t\n\v\f\r]|$)/y
const KEY = /(\w[\w-]*)=(["'])/y
const ANY = /[^ \t\n\v\f\r]+/y

/** An empty attribute list. */
export function createAttributeList(): AttributeList {
  return { refs: [], attributes: new Map() }
}

/** Adds what `#id .class key="value" reference` says to a list; what is none of these is skipped. */
export function parseAttributeList(source: string, into: AttributeList): void {
  const ends = new Map<string, QuoteEnds>()
  for (let at = 0; at < source.length;) {
    at += matchAt(BLANKS, source, at)?.[0].length ?? 0
    const value = readValue(source, at, ends)
    const word = value ? null : matchAt(WORD, source, at)
    if (value) into.attributes.set(value.key, value.text)
    else if (word?.[1] !== undefined) into.refs.push(word[1])
    else if (word) parseShort(word[0], into.attributes)
    at = value?.end ?? at + ((word ?? matchAt(ANY, source, at))?.[0].length ?? 1)
  }
}

/** Where values in one kind of quotes can end: the last such quote, and the last behind a backslash. */
interface QuoteEnds {
  readonly plain: number
  readonly escaped: number
}

/**
 * `key="value"`. A quote ends the value only before a blank or the end: `a="b"c="d"` is one value.
 * One behind a backslash does when no other can.
 */
function readValue(
  source: string,
  start: number,
  ends: Map<string, QuoteEnds>,
): { key: string; text: string; end: number } | null {
  const match = matchAt(KEY, source, start)
  if (!match) return null
  const [whole, key = '', quote = ''] = match
  const known = ends.get(quote) ?? findEnds(source, quote)
  ends.set(quote, known)
  const from = start + whole.length
  const end = known.plain >= from ? nextEnd(source, quote, from) : known.escaped
  if (end < from) return null
  return { key, text: unescapeValue(source.slice(from, end), quote), end: end + 1 }
}

function findEnds(source: string, quote: string): QuoteEnds {
  const ends = { plain: -1, escaped: -1 }
  for (const at of endingQuotes(source, quote, 0)) {
    if (isEscaped(source, at)) ends.escaped = at
    else ends.plain = at
  }
  return ends
}

function nextEnd(source: string, quote: string, from: number): number {
  for (const at of endingQuotes(source, quote, from)) {
    if (at === from || !isEscaped(source, at)) return at
  }
  return -1
}

const isEscaped = (source: string, at: number): boolean => source.charAt(at - 1) === '\\'

/** Quotes before a blank or the end, from a position on. */
function* endingQuotes(source: string, quote: string, from: number): Generator<number> {
  for (let at = source.indexOf(quote, from); at >= 0; at = source.indexOf(quote, at + 1)) {
    if (at + 1 === source.length || isSpace(source.charCodeAt(at + 1))) yield at
  }
}

function unescapeValue(value: string, quote: string): string {
  return value.replace(/\\(["'}])/g, (whole, character: string) =>
    character === '}' || character === quote ? character : whole,
  )
}

/** `#id.class`: the class is one more of those that stand before. */
function parseShort(text: string, attributes: Attributes): void {
  for (const [, mark, name = ''] of text.matchAll(/([#.])([^#. \t\n]+)/g)) {
    const before = attributes.get('class')
    if (mark === '#') attributes.set('id', name)
    else attributes.set('class', before === undefined ? name : `${before} ${name}`)
  }
}

/** Writes a list into a node's attributes: references first, classes added up. */
export function applyAttributeList(document: Document, node: Node, list: AttributeList): void {
  node.attributes = mergeAttributes(document, node.attributes ?? new Map(), {
    list,
    seen: new Set(),
  })
}

function mergeAttributes(
  document: Document,
  into: Attributes,
  { list, seen }: { list: AttributeList; seen: Set<string> },
): Attributes {
  for (const reference of list.refs) {
    const definition = document.attributeLists.get(reference)
    if (!definition || seen.has(reference)) continue
    seen.add(reference)
    mergeAttributes(document, into, { list: definition, seen })
  }
  for (const [key, value] of list.attributes) {
    if (key === 'class') into.set(key, `${into.get(key) ?? ''} ${value}`.trimStart())
    else into.set(key, value)
  }
  return into
}

/** Whether a node's list names a reference such as `toc`. */
export function hasReference(node: Node, name: string): boolean {
  return node.ial?.refs.includes(name) ?? false
}

/** The node's own list, made when it has none. */
export function ensureList(node: Node): AttributeList {
  node.ial ??= createAttributeList()
  return node.ial
}

/**
 * A boundary after a definition: prints nothing, and does not end a block.
 *
 * @param takesAttributes whether an attribute list next to it belongs to what is defined
 */
export function createDefinitionMark(takesAttributes = false): Node {
  const mark = createNode('boundary', takesAttributes ? 'attributes' : '')
  mark.isDefinition = true
  return mark
}
