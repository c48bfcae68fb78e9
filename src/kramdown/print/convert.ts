/** Entry of the printer: a resolved tree becomes HTML. */

import { blockPrinters } from './print-blocks.js'
import { FootnotePrinter } from './print-footnotes.js'
import { spanPrinters } from './print-spans.js'
import { tablePrinters } from './print-tables.js'
import { printToc } from './print-toc.js'
import type { Document } from '../tree/document.js'
import { Printer, type NodePrinter } from './printer.js'
import type { Highlight } from '../tree/highlighting.js'
import type { Node, NodeType } from '../tree/node.js'

const printers: ReadonlyMap<NodeType, NodePrinter> = new Map([
  ...blockPrinters,
  ...tablePrinters,
  ...spanPrinters,
])

/** Prints a resolved tree as HTML, footnotes and table of contents included. */
export function convert(document: Document, root: Node, highlight: Highlight | undefined): string {
  const printer = new Printer(document, printers, highlight)
  const body = printer.inner(root, -2)
  const footnotes = new FootnotePrinter(printer).print()
  const html = printer.placeFootnotes(body, footnotes)
  return printToc(printer, html)
}
