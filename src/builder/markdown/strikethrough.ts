import { createNode } from './node.js'
import { IN_DEL, type SpanContext, type SpanScanner } from './span-scanner.js'
import { isSpace } from './text.js'

const MATCH = /~~(?![ \t\n\v\f\r~])/y

/** `~~deleted~~` (GFM). */
export function parseStrikethrough(scanner: SpanScanner, context: SpanContext): number {
  const { source, pos, document } = scanner
  if (document.options.input !== 'GFM' || source.charAt(pos + 1) !== '~') return -1
  if (context.flags & IN_DEL) return -1
  MATCH.lastIndex = pos
  if (!MATCH.test(source)) {
    scanner.emitText(pos, '~')
    return pos + 1
  }
  const start = pos + 2
  const node = createNode('del')
  const isFound = scanner.parseInside(node, start, {
    flags: context.flags | IN_DEL,
    depth: context.depth + 1,
    stopAt: '~',
    stop: (inner) => inner.pos > start && mayClose(inner),
    failures: scanner.failuresOf(`~~${context.flags}`),
  })
  if (!isFound) {
    scanner.emitText(pos, '~')
    return pos + 1
  }
  scanner.emit(pos, node)
  return scanner.stoppedAt + 2
}

function mayClose({ source, pos }: SpanScanner): boolean {
  if (source.charAt(pos + 1) !== '~') return false
  const before = source.charCodeAt(pos - 1)
  return !isSpace(before) && before !== 126
}
