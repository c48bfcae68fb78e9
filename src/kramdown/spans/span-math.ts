/** Math within text: `$$…$$`. */

import { createNode } from '../tree/node.js'
import type { SpanScanner } from './span-scanner.js'
import { strip } from '../tree/text.js'

/** `$$…$$` in text; a backslash before it makes it text. */
export function parseInlineMath(scanner: SpanScanner): number {
  const { source, pos } = scanner
  const isEscaped = source.charAt(pos) === '\\'
  const open = isEscaped ? pos + 1 : pos
  if (!source.startsWith('$$', open)) return -1
  const close = scanner.finder.next('$$', open + 2)
  if (close < 0) return -1
  if (isEscaped) {
    scanner.emitText(pos, '$$')
    return open + 2
  }
  scanner.emit(pos, createNode('math', strip(source.slice(open + 2, close))))
  return close + 2
}
