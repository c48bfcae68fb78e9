/** Strikethrough of GFM: `~~deleted~~`. */

import { createNode } from '../tree/node.js'
import { SpanScanner, type SpanContext } from './span-scanner.js'
import { isSpace } from '../tree/text.js'

const CLOSE = '[^ \\t\\n\\v\\f\\r~]~~'

/** `~~deleted~~` (GFM): the characters decide where it ends, before what is inside is read. */
export function parseStrikethrough(scanner: SpanScanner, context: SpanContext): number {
  const { source, pos, document } = scanner
  if (document.options.input !== 'GFM' || source.charAt(pos + 1) !== '~') return -1
  const start = pos + 2
  const next = source.charCodeAt(start)
  const close = isSpace(next) || next === 126 ? -1 : scanner.finder.nextMatch(CLOSE, start)
  if (close < 0 || start >= source.length) {
    scanner.emitText(pos, '~')
    return pos + 1
  }
  const node = createNode('del')
  const inside = new SpanScanner(document, source.slice(start, close + 1), {
    line: scanner.at.line,
    into: node,
    parseSpans: scanner.at.parseSpans,
  })
  inside.parseInside(node, 0, { ...context, stop: null, stopAt: '', failures: null })
  scanner.emit(pos, node)
  return close + 3
}
