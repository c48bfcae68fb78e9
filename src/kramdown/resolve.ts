/** The second pass: the text inside blocks is read once all definitions of the source are known. */

import { replaceAbbreviations } from './blocks/abbreviations.js'
import { applyAttributeList } from './tree/attribute-lists.js'
import type { Document } from './tree/document.js'
import { gfmHeaderId } from './tree/header-ids.js'
import { createNode, setAttribute, type Node } from './tree/node.js'
import { parseText } from './spans/spans.js'

/** Reads the text in all blocks, gives blocks their attributes, and finds abbreviations. */
export function resolveTree(document: Document, root: Node): void {
  resolveChildren(document, root)
  replaceAbbreviations(document, root)
  for (const { content } of document.footnotes.values()) {
    resolveChildren(document, content)
    replaceAbbreviations(document, content)
  }
  if (document.options.input === 'GFM') finishGfm(document, root)
}

function resolveChildren(document: Document, node: Node): void {
  const resolved: Node[] = []
  for (const child of node.children) {
    if (child.type === 'boundary') continue
    const last = resolved[resolved.length - 1]
    if (child.type === 'blank' && last?.type === 'blank') {
      last.value += child.value
      continue
    }
    if (child.type === 'source') {
      const holder = createNode(node.type)
      // A span before the text, such as a task's box, may get attributes from it.
      holder.children = resolved
      parseText(document, holder, child)
      continue
    }
    if (child.ial) applyAttributeList(document, child, child.ial)
    resolveChildren(document, child)
    resolved.push(child)
  }
  node.children = resolved
}

/** What GFM adds once the tree is there: ids of headers, and line breaks. */
function finishGfm(document: Document, root: Node): void {
  const { auto_ids, hard_wrap } = document.options
  const used = new Map<string, number>()
  const visit = (node: Node): void => {
    breakLines(node, hard_wrap ? '\n' : '\\\n')
    for (const child of node.children) {
      // kramdown's GFM stops at HTML elements, and `del` is one to it.
      if (child.type === 'html' || child.type === 'del') continue
      if (child.type === 'header' && auto_ids && !child.attributes?.has('id')) {
        setAttribute(child, 'id', gfmHeaderId(document, child, used))
      }
      visit(child)
    }
  }
  visit(root)
}

/** Cuts text at each mark, with breaks between; none stands at the end of a paragraph. */
function breakLines(parent: Node, mark: string): void {
  if (!parent.children.some(({ type, value }) => type === 'text' && value.includes(mark))) return
  parent.children = parent.children.flatMap((child, index) => {
    if (child.type !== 'text') return [child]
    const lines = child.value.split(mark)
    const isLast = parent.type === 'p' && index === parent.children.length - 1
    const kept = isLast && lines[lines.length - 1] === '' ? lines.length - 1 : lines.length
    return lines.flatMap((line, at) => {
      if (at === 0) return [createNode('text', line)]
      const text = createNode('text', `\n${line}`)
      return at < kept ? [createNode('br'), text] : [text]
    })
  })
}
