/** Entities by name and by number. */

import { codePointOf, codePointOfNumber } from '../tree/entity-table.js'
import type { MarkdownOptions } from '../tree/options.js'
import { createNode, type Node } from '../tree/node.js'
import type { SpanScanner } from './span-scanner.js'
import { matchAt } from '../tree/text.js'

const ENTITY = /&(?:([A-Za-z_:][-\w.:]*)|#(\d{1,7})|#x([0-9a-fA-F]{1,6}));/y

/** `&name;`, `&#1234;` or `&#x12ab;`. */
export function parseEntity(scanner: SpanScanner): number {
  const { source, pos } = scanner
  const match = matchAt(ENTITY, source, pos)
  if (!match) return -1
  const node = entityNode(match, scanner.document.options.version)
  if (!node) {
    const mark = createNode('entity', '38')
    mark.original = '&amp;'
    scanner.emit(pos, mark)
    return pos + 1
  }
  scanner.emit(pos, node)
  return pos + match[0].length
}

function entityNode(
  [original, name, decimal, hexadecimal]: RegExpExecArray,
  version: MarkdownOptions['version'],
): Node | null {
  const codePoint = name
    ? codePointOf(name, version)
    : codePointOfNumber(Number.parseInt(decimal ?? hexadecimal ?? '', decimal ? 10 : 16))
  if (codePoint === undefined || codePoint > 0x10ffff) return null
  const node = createNode('entity', String(codePoint))
  node.original = original
  return node
}
