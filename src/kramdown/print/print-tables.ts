/** Printers of tables, in a table by the type of their node. */

import type { Attributes, Node, NodeType } from '../tree/node.js'
import { entityHtml, NO_BREAK_SPACE } from './entity-output.js'
import { blockTag, indentedTag, type NodePrinter, type Printer } from './printer.js'

/** How tables are printed, by type. */
export const tablePrinters: readonly (readonly [NodeType, NodePrinter])[] = [
  ...(['table', 'thead', 'tbody', 'tfoot', 'tr'] as const).map((type): [NodeType, NodePrinter] => [
    type,
    (printer, node, indent) =>
      indentedTag(type, node.attributes, { body: printer.inner(node, indent), indent }),
  ]),
  ['td', printCell],
]

function printCell(printer: Printer, node: Node, indent: number): string {
  const body = printer.inner(node, indent)
  const { stack } = printer
  const row = stack[stack.length - 1]
  const tag = stack[stack.length - 2]?.type === 'thead' ? 'th' : 'td'
  const alignment = stack[stack.length - 3]?.alignment?.[row?.children.indexOf(node) ?? -1]
  const attributes: Attributes = new Map(node.attributes ?? [])
  if (alignment !== undefined && alignment !== 'default') {
    const style = attributes.get('style')
    attributes.set('style', `${style === undefined ? '' : `${style}; `}text-align: ${alignment}`)
  }
  const blank = entityHtml(NO_BREAK_SPACE, printer.document.options)
  return blockTag(tag, attributes, { body: body === '' ? blank : body, indent })
}
