/** The tree between the parsers and the converter. */

export type NodeType =
  | 'root'
  | 'blank'
  | 'boundary'
  | 'p'
  | 'header'
  | 'blockquote'
  | 'codeblock'
  | 'ul'
  | 'ol'
  | 'li'
  | 'dl'
  | 'dt'
  | 'dd'
  | 'table'
  | 'thead'
  | 'tbody'
  | 'tfoot'
  | 'tr'
  | 'td'
  | 'hr'
  | 'math'
  | 'html'
  | 'markup'
  | 'raw'
  | 'source'
  | 'text'
  | 'br'
  | 'em'
  | 'strong'
  | 'del'
  | 'a'
  | 'img'
  | 'codespan'
  | 'footnote'
  | 'entity'
  | 'quote'
  | 'symbol'
  | 'abbreviation'

/** HTML attributes in the order they are printed. */
export type Attributes = Map<string, string>

/** An attribute list as written: named references, then attributes. */
export interface AttributeList {
  readonly refs: string[]
  readonly attributes: Attributes
}

/** How the inside of an HTML element is read. */
export type ContentModel = 'block' | 'span' | 'raw'

/** A block or a span. What only some types have is optional. */
export interface Node {
  readonly type: NodeType
  /** Text, code, name of an entity, name of an HTML element, or source not yet parsed. */
  value: string
  attributes: Attributes | null
  children: Node[]
  /** Attribute list that waits until all definitions are known. */
  ial?: AttributeList
  /** Line of the source where it starts, from 1. */
  line: number
  /** A header's level, or the number of a list. */
  level?: number
  /** A paragraph printed without its tags. */
  transparent?: boolean
  /** Whether it stands among blocks or in text. */
  isBlock?: boolean
  content?: ContentModel
  /** An HTML element written `<x />`. */
  isClosed?: boolean
  /** Language of code as written after a fence. */
  language?: string
  /** As it was written: an entity, or a header's source. */
  original?: string
  /** Alignment of each column of a table. */
  alignment?: string[]
  /** A boundary that stands for a definition, and so does not end a block. */
  isDefinition?: boolean
  /** Names of converters that a raw block is for; none means all. */
  targets?: string[]
}

/** Makes a node; `line` is 0 where nobody asks. */
export function createNode(type: NodeType, value = '', line = 0): Node {
  return { type, value, attributes: null, children: [], line }
}

/** Sets one attribute of a node. */
export function setAttribute(node: Node, name: string, value: string): void {
  node.attributes ??= new Map()
  node.attributes.set(name, value)
}

/** The last child, or undefined. */
export function lastChild(node: Node): Node | undefined {
  return node.children[node.children.length - 1]
}

/** Appends text, joining it to text that is last already. */
export function appendText(node: Node, value: string): void {
  if (value === '') return
  const last = lastChild(node)
  if (last?.type === 'text') last.value += value
  else node.children.push(createNode('text', value))
}
