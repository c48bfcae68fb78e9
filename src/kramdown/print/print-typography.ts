/** Curly quotes and typographic symbols. */

import { codePointOf } from '../tree/entity-table.js'
import { entityHtml, NO_BREAK_SPACE } from './entity-output.js'
import { escapeHtml } from '../tree/escape.js'
import type { Node } from '../tree/node.js'
import type { Printer } from './printer.js'

const POSITIONS = ['lsquo', 'rsquo', 'ldquo', 'rdquo']

/** A curly quote, as the options name it. */
export function printQuote(printer: Printer, node: Node): string {
  const { options } = printer.document
  const name = options.smart_quotes[POSITIONS.indexOf(node.value)] ?? node.value
  const codePoint = /^\d+$/.test(name) ? Number(name) : codePointOf(name)
  return codePoint === undefined ? name : entityHtml(codePoint, options)
}

/** A typographic symbol, as the options replace it. */
export function printSymbol(printer: Printer, node: Node): string {
  const { options } = printer.document
  const replacement = options.typographic_symbols[node.value]
  if (replacement !== undefined) return escapeHtml(replacement, 'text')
  const [name = '', spaced] = node.value.split('_')
  const symbol = entityHtml(codePointOf(name) ?? 0, options)
  if (spaced === undefined) return symbol
  const blank = entityHtml(NO_BREAK_SPACE, options)
  return name === 'laquo' ? symbol + blank : blank + symbol
}
