/** Printers of blocks, in a table by the type of their node. */

import { hasReference } from '../tree/attribute-lists.js'
import { escapeHtml, formatAttributes } from '../tree/escape.js'
import { plainHeaderId } from '../tree/header-ids.js'
import { highlightCode, highlightedClass, takeLanguage } from '../tree/highlighting.js'
import type { MarkdownOptions } from '../tree/options.js'
import { setAttribute, type Attributes, type Node, type NodeType } from '../tree/node.js'
import { blockTag, indentedTag, type NodePrinter, type Printer } from './printer.js'
import { printHtmlElement, printMarkup } from './print-html.js'
import { chomp, spaces } from '../tree/text.js'

/** How blocks are printed, by type. */
export const blockPrinters: readonly (readonly [NodeType, NodePrinter])[] = [
  ['blank', () => '\n'],
  ['p', printParagraph],
  ['header', printHeader],
  ['blockquote', printIndented('blockquote')],
  ['codeblock', printCodeBlock],
  ['ul', printList],
  ['ol', printList],
  ['li', printItem],
  ['dl', printList],
  ['dt', printTerm],
  ['dd', printItemLike('dd')],
  [
    'hr',
    (_printer, node, indent) => `${spaces(indent)}<hr${formatAttributes(node.attributes)} />\n`,
  ],
  ['html', printHtmlElement],
  ['markup', printMarkup],
]

function printBlock(
  printer: Printer,
  node: Node,
  { tag, indent }: { tag: string; indent: number },
): string {
  return blockTag(tag, node.attributes, { body: printer.inner(node, indent), indent })
}

/** A term gets an id when its list is marked `auto_ids`, with a prefix behind a dash. */
function printTerm(printer: Printer, node: Node, indent: number): string {
  const mark = printer.parent?.ial?.refs.find((name) => /^auto_ids(?:-|$)/.test(name))
  if (mark !== undefined && !node.attributes?.has('id')) {
    const id = plainHeaderId(printer, node, mark.slice('auto_ids-'.length))
    setAttribute(node, 'id', id)
  }
  return printBlock(printer, node, { tag: 'dt', indent })
}

function printIndented(tag: string): NodePrinter {
  return (printer, node, indent) =>
    indentedTag(tag, node.attributes, { body: printer.inner(node, indent), indent })
}

function printParagraph(printer: Printer, node: Node, indent: number): string {
  if (node.transparent) return printer.inner(node, indent)
  const [only] = node.children
  if (node.children.length === 1 && only?.type === 'img' && hasReference(only, 'standalone')) {
    return printFigure(printer, node, { image: only, indent })
  }
  return printBlock(printer, node, { tag: 'p', indent })
}

function printFigure(
  printer: Printer,
  node: Node,
  { image, indent }: { image: Node; indent: number },
): string {
  const inner = spaces(indent + 2)
  const caption = escapeHtml(image.attributes?.get('alt') ?? '', 'text')
  const attributes = takeIdentity(node, image)
  const body = `${inner}${printer.print(image, indent)}\n${inner}<figcaption>${caption}</figcaption>\n`
  return indentedTag('figure', attributes, { body, indent })
}

/** A paragraph's attributes, with an image's class and id moved to it where it has none. */
function takeIdentity(paragraph: Node, image: Node): Attributes {
  const taken: Attributes = new Map(paragraph.attributes ?? [])
  for (const name of ['class', 'id']) {
    const value = image.attributes?.get(name)
    if (value === undefined || taken.has(name)) continue
    taken.set(name, value)
    image.attributes?.delete(name)
  }
  return taken
}

function printHeader(printer: Printer, node: Node, indent: number): string {
  const { options } = printer.document
  const attributes = new Map(node.attributes ?? [])
  if (options.auto_ids && !attributes.has('id')) {
    attributes.set('id', plainHeaderId(printer, node))
  }
  const id = attributes.get('id')
  const source = node.level ?? 1
  const isListed = options.toc_levels.includes(source) && !isNoToc(node)
  if (id !== undefined && isListed) printer.toc.push({ level: source, id, children: node.children })
  const level = Math.max(1, Math.min(6, source + options.header_offset))
  const body = headerLink(id, options) + printer.inner(node, indent)
  return blockTag(`h${level}`, attributes, { body, indent })
}

function headerLink(id: string | undefined, { header_links, version }: MarkdownOptions): string {
  if (!header_links || version === '2.4' || (id ?? '') === '') return ''
  return `<a${formatAttributes(new Map([['href', `#${id}`]]))}></a>`
}

function isNoToc(node: Node): boolean {
  return (node.attributes?.get('class') ?? '').split(/\s+/).includes('no_toc')
}

function printCodeBlock(printer: Printer, node: Node, indent: number): string {
  const attributes = new Map(node.attributes ?? [])
  const className = takeLanguage(attributes)
  const { options } = printer.document
  const code = { text: node.value, language: node.language ?? className, kind: 'block' as const }
  const highlighted = highlightCode(code, { options, highlight: printer.highlight })
  if (highlighted) {
    const language = className ?? highlighted.language
    attributes.set('class', highlightedClass(attributes.get('class'), language))
    const open = `${spaces(indent)}<div${formatAttributes(attributes)}>`
    return `${open}${highlighted.html}${spaces(indent)}</div>\n`
  }
  return printPlainCode(node, { attributes, className, indent })
}

function printPlainCode(
  node: Node,
  {
    attributes,
    className,
    indent,
  }: {
    attributes: Map<string, string>
    className: string | null
    indent: number
  },
): string {
  const inner = className === null ? null : new Map([['class', `language-${className}`]])
  const code = chomp(escapeHtml(node.value, 'all'))
  const open = `${spaces(indent)}<pre${formatAttributes(attributes)}>`
  return `${open}<code${formatAttributes(inner)}>${code}\n</code></pre>\n`
}

function printList(printer: Printer, node: Node, indent: number): string {
  if (node.type !== 'dl') {
    if (printer.tocPlace === null && hasReference(node, 'toc')) {
      const mark = printer.placeholder('toc')
      const type = node.type === 'ol' ? 'ol' : 'ul'
      printer.tocPlace = { type, attributes: new Map(node.attributes ?? []), mark }
      return mark
    }
    if (printer.footnotePlace === null && hasReference(node, 'footnotes')) {
      printer.footnotePlace = printer.placeholder('footnotes')
      return printer.footnotePlace
    }
  }
  return indentedTag(node.type, node.attributes, { body: printer.inner(node, indent), indent })
}

function printItem(printer: Printer, node: Node, indent: number): string {
  return printItemLike('li')(printer, node, indent)
}

/** An item starts on the tag's line when its first paragraph has no tags of its own. */
function printItemLike(tag: string): NodePrinter {
  return (printer, node, indent) => {
    const open = `${spaces(indent)}<${tag}${formatAttributes(node.attributes)}>`
    const body = printer.inner(node, indent)
    const [first] = node.children
    if (!first || (first.type === 'p' && first.transparent)) {
      return `${open}${body}${body.endsWith('\n') ? spaces(indent) : ''}</${tag}>\n`
    }
    return `${open}\n${body}${spaces(indent)}</${tag}>\n`
  }
}
