/** Backslash escapes and hard line breaks. */

import { createNode } from '../tree/node.js'
import type { SpanScanner } from './span-scanner.js'

const ESCAPABLE = new Set('\\.*_+`-<>()[]{}#!:|"\'$=')

/** A backslash before a character with a meaning. */
export function parseEscape(scanner: SpanScanner): number {
  const { source, pos, document } = scanner
  const next = source.charAt(pos + 1)
  const isGfmTilde = next === '~' && document.options.input === 'GFM'
  if (next === '' || !(ESCAPABLE.has(next) || isGfmTilde)) return -1
  scanner.emitText(pos, next)
  return pos + 2
}

/** Two blanks or two backslashes at the end of a line. */
export function parseLineBreak(scanner: SpanScanner): number {
  const { source, pos, pending, document } = scanner
  const { input, hard_wrap } = document.options
  if (hard_wrap && input === 'GFM') return -1
  if (source.charAt(pos) === '\n') {
    if (pos - 2 < pending || source.charAt(pos - 1) !== ' ' || source.charAt(pos - 2) !== ' ') {
      return -1
    }
    scanner.emit(pos - 2, createNode('br'))
    return pos
  }
  if (source.charAt(pos + 1) !== '\\' || source.charAt(pos + 2) !== '\n') return -1
  scanner.emit(pos, createNode('br'))
  return pos + 2
}
