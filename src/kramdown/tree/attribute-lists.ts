import { createNode, type AttributeList, type Attributes, type Node } from './node.js'
import type { Document } from './document.js'

const ITEM =
  /(?:^|[ \t\n])(?:(\w[\w-]*)=("|')((?:\\.|(?!\2)[^\\])*)\2|([A-Za-z][\w:-]*)(?=[ \t\n]|$)|((?:#[A-Za-z][\w:-]*|\.[^\s.#]+)+)(?=[ \t\n]|$))/g

/** An empty attribute list. */
export function createAttributeList(): AttributeList {
  return { refs: [], attributes: new Map() }
}

/** Adds what `#id .class key="value" reference` says to a list. */
export function parseAttributeList(source: string, into: AttributeList): void {
  for (const item of ` ${source.trim()}`.matchAll(ITEM)) {
    const [, key, quote = '', value = '', reference, short] = item
    if (key !== undefined) setListed(into.attributes, key, unescapeValue(value, quote))
    else if (reference !== undefined) into.refs.push(reference)
    else if (short !== undefined) parseShort(short, into.attributes)
  }
}

function unescapeValue(value: string, quote: string): string {
  return value.replace(/\\(["'}])/g, (whole, character: string) =>
    character === '}' || character === quote ? character : whole,
  )
}

function parseShort(text: string, attributes: Attributes): void {
  for (const [, mark, name = ''] of text.matchAll(/([#.])([^#. \t\n]+)/g)) {
    setListed(attributes, mark === '#' ? 'id' : 'class', name)
  }
}

function setListed(attributes: Attributes, key: string, value: string): void {
  const before = attributes.get('class')
  if (key === 'class' && before !== undefined) attributes.set(key, `${before} ${value}`.trim())
  else attributes.set(key, value.trim())
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
