import { replaceAbbreviations } from './abbreviations.js'
import { applyAttributeList } from './attribute-lists.js'
import type { Document } from './document.js'
import { gfmHeaderId } from './header-ids.js'
import { createNode, setAttribute, type Node } from './node.js'
import { parseText } from './spans.js'

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
      parseText(document, holder, child)
      for (const span of holder.children) resolved.push(span)
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
    if (hard_wrap) node.children = node.children.flatMap((child) => breakLines(child))
    for (const child of node.children) {
      if (child.type === 'html') continue
      if (child.type === 'header' && auto_ids && !child.attributes?.has('id')) {
        setAttribute(child, 'id', gfmHeaderId(document, child, used))
      }
      visit(child)
    }
  }
  visit(root)
}

/** Cuts text at line ends with breaks between. */
function breakLines(node: Node): Node[] {
  if (node.type !== 'text' || !node.value.includes('\n')) return [node]
  const lines = node.value.split('\n')
  return lines.flatMap((line, index) => {
    if (index === 0) return [createNode('text', line)]
    return [createNode('br'), createNode('text', `\n${line}`)]
  })
}
