/** Ids of headers, as GitHub and as plain kramdown generate them. */

import type { Document } from './document.js'
import type { Node, NodeType } from './node.js'
import { codePointOf } from './entity-table.js'

// What Ruby counts to words: digits, but no ¹, ½ and ①.
const NOT_IN_ID = /[^\p{Alphabetic}\p{M}\p{Nd}\p{Pc}\- \t]/gu

/** A header's id as GitHub makes it, with `-1` and so on for those that repeat. */
export function gfmHeaderId(document: Document, header: Node, used: Map<string, number>): string {
  const text = plainText(header)
  const id = text.toLowerCase().replace(NOT_IN_ID, '').replace(/[ \t]/g, '-')
  return document.options.auto_id_prefix + numbered(id, used)
}

/** A header's id as plain kramdown makes it: ASCII letters, digits and `-`, a letter first. */
export function plainHeaderId(
  { document, ids: used }: { document: Document; ids: Map<string, number> },
  header: Node,
  prefix = '',
): string {
  const { options } = document
  let text = options.auto_id_stripping
    ? withoutCode(header)
    : (header.original ?? plainText(header))
  if (options.input === 'GFM') text = plainText(header)
  if (options.transliterated_header_ids) text = text.normalize('NFD')
  const id = text
    .replace(/^[^a-zA-Z]+/, '')
    .replace(/[^a-zA-Z0-9 -]/g, '')
    .replaceAll(' ', '-')
    .toLowerCase()
  return options.auto_id_prefix + numbered(prefix + (id === '' ? 'section' : id), used)
}

// Here kramdown takes text alone: no code, no formulas.
function withoutCode(node: Node): string {
  if (node.type === 'codespan' || node.type === 'math') return ''
  return node.children.length === 0 ? plainText(node) : node.children.map(withoutCode).join('')
}

function numbered(id: string, used: Map<string, number>): string {
  const count = used.get(id)
  used.set(id, count === undefined ? 0 : count + 1)
  return count === undefined ? id : `${id}-${count + 1}`
}

const WITH_TEXT: ReadonlySet<NodeType> = new Set(['text', 'codespan', 'math', 'abbreviation'])

/** The text of a node without markup; quotes and symbols as characters. */
function plainText(node: Node): string {
  const { type, value } = node
  if (WITH_TEXT.has(type)) return value
  if (type === 'entity') return String.fromCodePoint(Number(value))
  if (type === 'quote') return String.fromCodePoint(codePointOf(value) ?? 34)
  if (type === 'symbol') return symbolText(value)
  return node.children.map(plainText).join('')
}

const NO_BREAK_SPACE = '\u00a0'

const texts: Readonly<Record<string, string>> = {
  mdash: '\u2014',
  ndash: '\u2013',
  hellip: '\u2026',
  laquo: '\u00ab',
  raquo: '\u00bb',
  laquo_space: `\u00ab${NO_BREAK_SPACE}`,
  raquo_space: `${NO_BREAK_SPACE}\u00bb`,
}

/** Characters for the name of a typographic symbol. */
function symbolText(name: string): string {
  return texts[name] ?? ''
}
