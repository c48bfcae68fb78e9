/** The table of contents. */

import { createNode, type Node } from '../tree/node.js'
import type { Printer, TocEntry, TocPlace } from './printer.js'

/** Puts the table of contents in its place. */
export function printToc(printer: Printer, html: string): string {
  const place = printer.tocPlace
  if (!place) return html
  const tree = buildToc(printer.toc, place)
  const toc = tree.children.length === 0 ? '' : printer.print(tree, 0)
  return html.replace(place.mark, () => toc)
}

function buildToc(entries: readonly TocEntry[], { type, attributes }: TocPlace): Node {
  const root = createNode(type)
  const id = attributes.get('id') ?? 'markdown-toc'
  root.attributes = new Map(attributes).set('id', id)
  const open: { level: number; item: Node }[] = []
  for (const entry of entries) {
    const item = createItem(entry, id)
    while ((open[open.length - 1]?.level ?? 0) >= entry.level) open.pop()
    listOf(open[open.length - 1]?.item, root, type).children.push(item)
    open.push({ level: entry.level, item })
  }
  return root
}

/** The list inside an item, or the outermost one. */
function listOf(item: Node | undefined, root: Node, type: 'ul' | 'ol'): Node {
  if (!item) return root
  const known = item.children[1]
  if (known) return known
  const made = createNode(type)
  item.children.push(made)
  return made
}

function createItem(entry: TocEntry, id: string): Node {
  const link = createNode('a')
  link.attributes = new Map([
    ['href', `#${entry.id}`],
    ['id', `${id}-${entry.id}`],
  ])
  link.children = withoutLinks(entry.children)
  const paragraph = createNode('p')
  paragraph.transparent = true
  paragraph.children.push(link)
  const item = createNode('li')
  item.children.push(paragraph)
  return item
}

/** Spans of a header without footnotes; links give way to their text, ids are dropped. */
function withoutLinks(nodes: readonly Node[]): Node[] {
  return nodes.flatMap((node) => {
    if (node.type === 'footnote') return []
    const children = withoutLinks(node.children)
    if (node.type === 'a') return children
    const copy: Node = { ...node, children }
    if (node.attributes?.has('id')) {
      copy.attributes = new Map(node.attributes)
      copy.attributes.delete('id')
    }
    return [copy]
  })
}
