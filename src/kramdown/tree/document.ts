/** What the whole of one source shares: options, definitions, warnings. */

import type { AttributeList, Node } from './node.js'
import type { MarkdownOptions } from './options.js'

/** Something odd in the source that did not stop the conversion. */
export interface Warning {
  /** Line of the source, from 1. */
  readonly line: number
  readonly message: string
}

/** Where a reference link leads. */
interface LinkDefinition {
  readonly url: string
  readonly title: string | null
  /** Node that holds the definition's attributes. */
  readonly mark: Node | null
}

/** A footnote's text, and what was learnt about it while it was printed. */
interface FootnoteDefinition {
  readonly name: string
  readonly content: Node
}

/** An abbreviation's long form. */
export interface AbbreviationDefinition {
  readonly title: string
  /** Node that holds the definition's attributes. */
  readonly mark: Node
}

/** What one source defines for all of its parts. */
export interface Document {
  options: MarkdownOptions
  readonly links: Map<string, LinkDefinition>
  readonly footnotes: Map<string, FootnoteDefinition>
  readonly abbreviations: Map<string, AbbreviationDefinition>
  readonly attributeLists: Map<string, AttributeList>
  readonly warnings: Warning[]
  /** Parsing steps taken: grows with the work done, so tests can compare inputs. */
  work: number
}

/** An empty document with the links that the options define. */
export function createDocument(options: MarkdownOptions): Document {
  const document: Document = {
    options,
    links: new Map(),
    footnotes: new Map(),
    abbreviations: new Map(),
    attributeLists: new Map(),
    warnings: [],
    work: 0,
  }
  for (const [id, [url, title]] of Object.entries(options.link_defs)) {
    document.links.set(normalizeLinkId(id), { url: url ?? '', title: title ?? null, mark: null })
  }
  return document
}

/** Ids compare without case, runs of white space being one blank. */
export function normalizeLinkId(id: string): string {
  return id.replace(/[ \t]*\n[ \t]*|[ \t\n]+/g, ' ').toLowerCase()
}

/** Notes a warning. */
export function warn(document: Document, line: number, message: string): void {
  document.warnings.push({ line, message })
}
