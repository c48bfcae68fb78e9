/** Prints a tree: asks the printer of each type of node, and keeps what is printed at the end. */

import { formatAttributes } from '../tree/escape.js'
import type { Document } from '../tree/document.js'
import type { Highlight } from '../tree/highlighting.js'
import type { Attributes, Node, NodeType } from '../tree/node.js'
import { chomp, spaces } from '../tree/text.js'

/** Prints one type of node at an indentation. */
export type NodePrinter = (printer: Printer, node: Node, indent: number) => string

/** A header that a table of contents may list. */
export interface TocEntry {
  readonly level: number
  readonly id: string
  readonly children: readonly Node[]
}

/** Where a table of contents goes. */
export interface TocPlace {
  readonly type: 'ul' | 'ol'
  readonly attributes: Attributes
  readonly mark: string
}

/** A footnote that was referred to, in the order of its number. */
export interface UsedFootnote {
  readonly name: string
  readonly number: number
  readonly content: Node
  uses: number
}

/** What is known while a tree is being printed. */
export class Printer {
  readonly ids = new Map<string, number>()
  readonly toc: TocEntry[] = []
  readonly footnotes: UsedFootnote[] = []
  readonly footnotesByName = new Map<string, UsedFootnote>()
  tocPlace: TocPlace | null = null
  footnotePlace: string | null = null
  /** Nodes around the one being printed, outermost first. */
  readonly stack: Node[] = []
  readonly #mark: string

  constructor(
    readonly document: Document,
    readonly printers: ReadonlyMap<NodeType, NodePrinter>,
    readonly highlight: Highlight | undefined,
  ) {
    this.#mark = '\u0000galley\u0000'
  }

  /** The node that holds the one being printed. */
  get parent(): Node | undefined {
    return this.stack[this.stack.length - 1]
  }

  /** Prints a node's children two blanks further in. */
  inner(node: Node, indent: number): string {
    let html = ''
    this.stack.push(node)
    for (const child of node.children) html += this.print(child, indent + 2)
    this.stack.pop()
    return html
  }

  /** Prints one node. */
  print(node: Node, indent: number): string {
    const print = this.printers.get(node.type)
    return print ? print(this, node, indent) : ''
  }

  /** A place that is filled in when all is printed. */
  placeholder(name: string): string {
    return `${this.#mark}${name}${this.#mark}`
  }

  /** Puts the footnotes where they were asked for, or at the end. */
  placeFootnotes(html: string, footnotes: string): string {
    if (this.footnotePlace === null) return html + footnotes
    return html.replace(this.footnotePlace, () => footnotes)
  }
}

/** `<tag>…</tag>` on a line of its own. */
export function blockTag(
  tag: string,
  attributes: Attributes | null,
  { body, indent }: { body: string; indent: number },
): string {
  return `${spaces(indent)}<${tag}${formatAttributes(attributes)}>${body}</${tag}>\n`
}

/** A tag around lines of blocks. */
export function indentedTag(
  tag: string,
  attributes: Attributes | null,
  { body, indent }: { body: string; indent: number },
): string {
  const margin = spaces(indent)
  return `${margin}<${tag}${formatAttributes(attributes)}>\n${body}${margin}</${tag}>\n`
}

/** `<tag>…</tag>` in text. */
export function spanTag(tag: string, attributes: Attributes | null, body: string): string {
  return `<${tag}${formatAttributes(attributes)}>${body}</${tag}>`
}

/** Body of an HTML element, on lines of its own. */
export function linesInside(body: string, indent: number): string {
  return `\n${chomp(body)}\n${spaces(indent)}`
}
