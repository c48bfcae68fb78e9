/** Math, for MathJax or as plain text. */

import { escapeHtml, formatAttributes } from '../tree/escape.js'
import type { Node } from '../tree/node.js'
import { blockTag, type Printer } from './printer.js'

/** A formula for MathJax, or as it was written where no engine is set. */
export function printMath(printer: Printer, node: Node, indent: number): string {
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
