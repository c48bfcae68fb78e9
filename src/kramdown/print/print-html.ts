/** HTML that stands in the source, printed as kramdown prints it. */

import { escapeHtml, formatAttributes } from '../tree/escape.js'
import { VOID_ELEMENTS } from '../tree/html-elements.js'
import type { Node } from '../tree/node.js'
import { linesInside, type Printer } from './printer.js'
import { spaces } from '../tree/text.js'

/** An HTML element of the source, written the way kramdown writes it. */
export function printHtmlElement(printer: Printer, node: Node, indent: number): string {
  const body = printer.inner(node, indent)
  const open = `<${node.value}${formatAttributes(node.attributes)}`
  const isVoid = VOID_ELEMENTS.has(node.value)
  if (!node.isBlock)
    return body !== '' || !isVoid ? `${open}>${body}</${node.value}>` : `${open} />`
  const isInRaw = printer.parent?.type === 'html' && printer.parent.content === 'raw'
  const html = open + endOfElement(node, { body, isVoid, indent })
  return isInRaw ? html : `${spaces(indent)}${html}\n`
}

function endOfElement(
  node: Node,
  { body, isVoid, indent }: { body: string; isVoid: boolean; indent: number },
): string {
  if (node.isClosed && node.content === 'raw') return ' />'
  if (body !== '') {
    return node.content === 'block'
      ? `>${linesInside(body, indent)}</${node.value}>`
      : `>${body}</${node.value}>`
  }
  return isVoid ? ' />' : `></${node.value}>`
}

/** A comment or an instruction. */
export function printMarkup(printer: Printer, node: Node, indent: number): string {
  const isInRaw = printer.parent?.type === 'html' && printer.parent.content === 'raw'
  if (!node.isBlock || isInRaw) return node.value
  return `${spaces(indent)}${node.value}\n`
}

/** Text between tags. */
export function printText(printer: Printer, node: Node): string {
  const text = printer.document.options.remove_line_breaks_for_cjk
    ? joinCjkLines(node.value)
    : node.value
  return escapeHtml(text, 'text')
}

const CJK = '[\\p{Script=Han}\\p{Script=Hangul}\\p{Script=Hiragana}\\p{Script=Katakana}]'
const CJK_BREAK = new RegExp(`(?<=${CJK})\\n(?=${CJK})`, 'gu')

function joinCjkLines(text: string): string {
  return text.replace(CJK_BREAK, '')
}
