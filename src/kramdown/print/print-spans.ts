/** Printers of spans, in a table by the type of their node. */

import { abbreviationOf } from '../tree/abbreviation.js'
import { applyAttributeList } from '../tree/attribute-lists.js'
import { entityHtml, NO_BREAK_SPACE } from './entity-output.js'
import { escapeHtml, formatAttributes } from '../tree/escape.js'
import { highlightCode, highlightedClass, languageOf } from '../tree/highlighting.js'
import type { Attributes, Node, NodeType } from '../tree/node.js'
import { blockTag, type NodePrinter, type Printer, spanTag } from './printer.js'
import { printText } from './print-html.js'
import { printFootnoteMark } from './print-footnotes.js'
import { codePointOf } from '../tree/entity-table.js'

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

/** A formula for MathJax, or as it was written where no engine is set. */
function printMath(printer: Printer, node: Node, indent: number): string {
  if (printer.document.options.math_engine === null) return printPlain(node, indent)
  const text = escapeHtml(node.value, 'all')
  const formula = node.isBlock ? `\\[${text}\\]` : `\\(${text}\\)`
  const { attributes } = node
  if (!attributes || attributes.size === 0) {
    return node.isBlock ? `${formula}\n` : formula
  }
  if (node.isBlock) return blockTag('div', attributes, { body: `${formula}\n`, indent })
  // With attributes kramdown writes inline math for its preview, as it stands.
  return `<span${formatAttributes(attributes)}>$${node.value}$</span>`
}

function printPlain(node: Node, indent: number): string {
  const attributes = new Map(node.attributes ?? [])
  const classes = attributes.get('class')
  attributes.set('class', `${classes === undefined ? '' : `${classes} `}kdmath`)
  const { value } = node
  if (node.isBlock) return blockTag('div', attributes, { body: `$$\n${value}\n$$`, indent })
  return `<span${formatAttributes(attributes)}>$${value}$</span>`
}

const POSITIONS = ['lsquo', 'rsquo', 'ldquo', 'rdquo']

/** A curly quote, as the options name it. */
function printQuote(printer: Printer, node: Node): string {
  const { options } = printer.document
  const name = options.smart_quotes[POSITIONS.indexOf(node.value)] ?? node.value
  const codePoint = /^\d+$/.test(name) ? Number(name) : codePointOf(name)
  return codePoint === undefined ? name : entityHtml(codePoint, options)
}

/** A typographic symbol, as the options replace it. */
function printSymbol(printer: Printer, node: Node): string {
  const { options } = printer.document
  const replacement = options.typographic_symbols[node.value]
  if (replacement !== undefined) return escapeHtml(replacement, 'text')
  const [name = '', spaced] = node.value.split('_')
  const symbol = entityHtml(codePointOf(name) ?? 0, options)
  if (spaced === undefined) return symbol
  const blank = entityHtml(NO_BREAK_SPACE, options)
  return name === 'laquo' ? symbol + blank : blank + symbol
}
