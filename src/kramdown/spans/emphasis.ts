/** Emphasis with `*` and `_`. */

import { createNode } from '../tree/node.js'
import {
  IN_EM,
  IN_STRONG,
  type FoundSpan,
  type SpanContext,
  type SpanScanner,
} from './span-scanner.js'
import { isSpace } from '../tree/text.js'

const LETTER = /[\p{L}\p{M}\p{Nl}]/u
const ALNUM = /[\p{L}\p{M}\p{N}]/u

/** `*em*`, `**strong**`, and the same with `_`, which does not work inside of words. */
export function parseEmphasis(scanner: SpanScanner, context: SpanContext): number {
  const { source, pos } = scanner
  const mark = source.charAt(pos)
  const isDouble = source.charAt(pos + 1) === mark
  const width = isDouble ? 2 : 1
  const found = mayOpen(scanner, context, width) ? readEmphasis(scanner, context, isDouble) : null
  if (found) {
    scanner.emit(pos, found.node)
    return found.end
  }
  scanner.emitText(pos, source.slice(pos, pos + width))
  return pos + width
}

function readEmphasis(
  scanner: SpanScanner,
  context: SpanContext,
  isDouble: boolean,
): FoundSpan | null {
  const found = attempt(scanner, context, isDouble)
  if (found || !isDouble || scanner.tree.type === 'em') return found
  return attempt(scanner, context, false)
}

function mayOpen(scanner: SpanScanner, { flags }: SpanContext, width: number): boolean {
  const { source, pos } = scanner
  if (flags & (width === 2 ? IN_STRONG : IN_EM)) return false
  if (isSpace(source.charCodeAt(pos + width))) return false
  if (source.charAt(pos) !== '_' || pos === 0) return true
  const start = scanner.document.options.version === '2.4' ? pos : scanner.underlinesFrom(pos)
  const before = source.charAt(start - (source.charAt(start - 1) === '-' ? 2 : 1))
  return !LETTER.test(before)
}

/** Reads an element to its end, once for each position and surrounding. */
function attempt(scanner: SpanScanner, context: SpanContext, isDouble: boolean): FoundSpan | null {
  const key = scanner.pos * 128 + context.flags * 2 + (isDouble ? 1 : 0)
  const known = scanner.attempts.get(key)
  if (known !== undefined) return known
  const made = read(scanner, context, isDouble)
  scanner.attempts.set(key, made)
  return made
}

function read(scanner: SpanScanner, context: SpanContext, isDouble: boolean): FoundSpan | null {
  const { source, pos } = scanner
  const mark = source.charAt(pos)
  const delimiter = isDouble ? mark + mark : mark
  const start = pos + delimiter.length
  if (source.indexOf(delimiter, start) < 0) return null
  const node = createNode(isDouble ? 'strong' : 'em')
  const flags = context.flags | (isDouble ? IN_STRONG : IN_EM)
  const isFound = scanner.parseInside(node, start, {
    flags,
    depth: context.depth + 1,
    stopAt: mark,
    stop: (inner) => inner.pos > start && mayClose(inner, mark, isDouble),
    failures: scanner.failuresOf(`${delimiter}${flags}`),
  })
  return isFound ? { node, end: scanner.stoppedAt + delimiter.length } : null
}

function mayClose({ source, pos }: SpanScanner, mark: string, isDouble: boolean): boolean {
  if (isSpace(source.charCodeAt(pos - 1))) return false
  const isNextMark = source.charAt(pos + 1) === mark
  if (isDouble && !isNextMark) return false
  if (!isDouble && isNextMark && source.charAt(pos + 2) !== mark) return false
  return mark !== '_' || !ALNUM.test(source.charAt(pos + (isDouble ? 2 : 1)))
}
