import type { BlockScanner } from './block-scanner.js'
import { isBeforeBoundary } from './block-starts.js'
import { createNode } from './node.js'
import { strip } from './text.js'

const OPEN = /[ ]{0,3}(\\?)\$\$/y
const REST = /[ \t\v\f\r]*\n/y

/** `$$…$$` that stands between block boundaries. */
export function parseBlockMath(scanner: BlockScanner): boolean {
  if (!scanner.isAfterBoundary) return false
  const open = scanner.check(OPEN)
  if (!open || open[1] !== '') return false
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
