/** The text of a node without markup. */

import { codePointOf } from './entity-table.js'
import type { Node, NodeType } from './node.js'
import { symbolText } from './symbols.js'

const WITH_TEXT: ReadonlySet<NodeType> = new Set(['text', 'codespan', 'math', 'abbreviation'])

/** The text of a node without markup; quotes and symbols as characters. */
export function plainText(node: Node): string {
  const { type, value } = node
  if (WITH_TEXT.has(type)) return value
  if (type === 'entity') return String.fromCodePoint(Number(value))
  if (type === 'quote') return String.fromCodePoint(codePointOf(value) ?? 34)
  if (type === 'symbol') return symbolText(value)
  return node.children.map(plainText).join('')
}
