import { codePointOf } from './entity-table.js'
import type { Node } from './node.js'
import type { MarkdownOptions } from './options.js'
import { symbolText } from './symbols.js'

/** The text of a node without markup; quotes and symbols as characters. */
export function plainText(node: Node, options: MarkdownOptions): string {
  switch (node.type) {
    case 'text':
    case 'codespan':
    case 'math':
    case 'abbreviation':
      return node.value
    case 'entity':
      return String.fromCodePoint(Number(node.value))
    case 'quote':
      return String.fromCodePoint(codePointOf(node.value) ?? 34)
    case 'symbol':
      return symbolText(node.value)
    default:
      return node.children.map((child) => plainText(child, options)).join('')
  }
}
