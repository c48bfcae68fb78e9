/** Code spans: text between equal runs of backticks. */

import { createNode } from '../tree/node.js'
import type { SpanScanner } from './span-scanner.js'
import { isSpace } from '../tree/text.js'

/** Code between equal runs of backticks. */
export function parseCodeSpan(scanner: SpanScanner): number {
  const { source, pos } = scanner
  let start = pos
  while (source.charCodeAt(start) === 96) start++
  const fence = source.slice(pos, start)
  const isAlone = fence.length === 1 && (pos === 0 || isSpace(source.charCodeAt(pos - 1)))
  const close =
    isAlone && isSpace(source.charCodeAt(start)) ? -1 : scanner.finder.next(fence, start)
  if (close < 0) {
    scanner.emitText(pos, fence)
    return start
  }
  let code = source.slice(start, close)
  if (fence.length > 1) code = code.replace(/^ /, '').replace(/ $/, '')
  scanner.emit(
    pos,
    createNode('codespan', code, scanner.document.options.show_warnings ? scanner.line : 0),
  )
  return close + fence.length
}
