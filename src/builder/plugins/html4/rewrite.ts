/** Changing the text of HTML that is written anew. */

import { escapeText, printHtml4 } from './print.js'
import { readHtml4, type ElementNode, type Html4Node } from './tree.js'

interface Change {
  readonly skipped: ReadonlySet<string>
  /** From the HTML of a text to the HTML in its place. */
  readonly change: (html: string) => string
}

function changed(node: Html4Node, change: Change): readonly Html4Node[] {
  if (node.kind === 'element') {
    if (!change.skipped.has(node.name)) changeAll(node.children, change)
    return [node]
  }
  if (node.kind !== 'text') return [node]
  const html = escapeText(node.text)
  const result = change.change(html)
  return result === html ? [node] : readHtml4(result)
}

function changeAll(children: ElementNode['children'], change: Change): void {
  const result = children.flatMap((node) => changed(node, change))
  // Not by `splice`, whose arguments a very long list would be too many of.
  children.length = 0
  for (const node of result) children.push(node)
}

/**
 * A fragment as libxml2 reads and writes it, with each of its texts changed.
 *
 * @param skipped elements in which text stays as it is
 */
export function rewriteHtml4(
  html: string,
  skipped: ReadonlySet<string>,
  change: (html: string) => string,
): string {
  const nodes = readHtml4(html)
  changeAll(nodes, { skipped, change })
  return printHtml4(nodes)
}
