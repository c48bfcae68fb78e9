/** Printers of spans, in a table by the type of their node. */

import { abbreviationOf } from '../tree/abbreviation.js'
import { applyAttributeList } from '../tree/attribute-lists.js'
import { entityHtml } from './entity-output.js'
import { escapeHtml, formatAttributes } from '../tree/escape.js'
import { highlightCode, highlightedClass, languageOf } from '../tree/highlighting.js'
import type { Attributes, Node, NodeType } from '../tree/node.js'
import { spanTag, type NodePrinter, type Printer } from './printer.js'
import { printText } from './print-html.js'
import { printFootnoteMark } from './print-footnotes.js'
import { printMath } from './print-math.js'
import { printQuote, printSymbol } from './print-typography.js'

/** How spans are printed, by type. */
export const spanPrinters: readonly (readonly [NodeType, NodePrinter])[] = [
  ['text', printText],
  ['br', () => '<br />'],
  ['em', printTag('em')],
  ['strong', printTag('strong')],
  ['del', printTag('del')],
  ['a', printTag('a')],
  ['img', (_printer, node) => `<img${formatAttributes(node.attributes)} />`],
  ['codespan', printCodeSpan],
  ['footnote', printFootnoteMark],
  [
    'entity',
    (printer, node) => entityHtml(Number(node.value), printer.document.options, node.original),
  ],
  ['quote', printQuote],
  ['symbol', printSymbol],
  ['abbreviation', printAbbreviation],
  ['math', printMath],
  ['raw', printRaw],
]

function printTag(tag: string): NodePrinter {
  return (printer, node, indent) => spanTag(tag, node.attributes, printer.inner(node, indent))
}

function printRaw(_printer: Printer, node: Node): string {
  if (node.targets && !node.targets.includes('html')) return ''
  return node.isBlock ? `${node.value}${node.value.endsWith('\n') ? '' : '\n'}` : node.value
}

function printCodeSpan(printer: Printer, node: Node): string {
  const attributes: Attributes = new Map(node.attributes ?? [])
  const className = languageOf(attributes)
  const { options } = printer.document
  const code = { text: node.value, language: className, kind: 'span' as const }
  const highlighted = highlightCode(code, { options, highlight: printer.highlight })
  if (!highlighted) return spanTag('code', attributes, escapeHtml(node.value, 'all'))
  const language = className ?? highlighted.language
  attributes.set('class', highlightedClass(attributes.get('class'), language))
  return spanTag('code', attributes, highlighted.html)
}

function printAbbreviation(printer: Printer, node: Node): string {
  const definition = abbreviationOf(printer.document, node.value)
  if (definition?.mark.ial) applyAttributeList(printer.document, node, definition.mark.ial)
  const attributes: Attributes = new Map(node.attributes ?? [])
  if (definition && definition.title !== '') attributes.set('title', definition.title)
  return spanTag('abbr', attributes, escapeHtml(node.value, 'text'))
}
