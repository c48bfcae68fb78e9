/** Math blocks: `$$…$$` on their own. */

import type { BlockScanner } from './block-scanner.js'
import { isBeforeBoundary } from './block-starts.js'
import { createNode } from '../tree/node.js'
import { strip, testAt } from '../tree/text.js'

const OPEN = /[ ]{0,3}(\\?)\$\$/y
const REST = /[ \t\v\f\r]*\n/y

/** `$$…$$` that stands between block boundaries. */
export function parseBlockMath(scanner: BlockScanner): boolean {
  if (!scanner.isAfterBoundary) return false
  const open = scanner.check(OPEN)
  if (!open) return false
  if (open[1] !== '') {
    dropBackslash(scanner, open[0].length)
    return false
  }
  const { line, source } = scanner
  const saved = scanner.pos
  const start = saved + open[0].length
  const close = source.indexOf('$$', start)
  if (close < 0) return false
  scanner.pos = close + 2
  scanner.scan(REST)
  if (!isBeforeBoundary(scanner)) {
    scanner.pos = saved
    return false
  }
  const math = createNode('math', strip(source.slice(start, close)), line)
  math.isBlock = true
  scanner.push(math)
  return true
}

/** A backslash before math that fills its paragraph only keeps it from being a block. */
function dropBackslash(scanner: BlockScanner, width: number): void {
  const { source, pos } = scanner
  const close = source.indexOf('$$', pos + width)
  if (close >= 0 && testAt(REST, source, close + 2)) scanner.pos += width - 2
}
