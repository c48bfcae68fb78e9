/** Typographic symbols: dashes, ellipses, guillemets. */

import { createNode } from '../tree/node.js'
import type { SpanScanner } from './span-scanner.js'

/** Names of symbols by how they are written, longest first. */
const symbols: readonly (readonly [string, string])[] = [
  ['---', 'mdash'],
  ['--', 'ndash'],
  ['...', 'hellip'],
  ['<< ', 'laquo_space'],
  ['<<', 'laquo'],
  ['>>', 'raquo'],
]

function hasNoSymbols({ document: { options } }: SpanScanner): boolean {
  return options.input === 'GFM' && options.gfm_quirks.includes('no_auto_typographic')
}

/** Dashes, an ellipsis, guillemets. */
export function parseSymbol(scanner: SpanScanner): number {
  const { source, pos, pending } = scanner
  if (hasNoSymbols(scanner)) return -1
  if (source.charAt(pos) === '\\') {
    const next = source.slice(pos + 1, pos + 3)
    if (next !== '<<' && next !== '>>') return -1
    scanner.emitText(pos, next)
    return pos + 3
  }
  const found = symbols.find(([text]) => source.startsWith(text, pos))
  if (!found) return -1
  const [text, name] = found
  const isSpaced = name === 'raquo' && pos > pending && source.charAt(pos - 1) === ' '
  scanner.emit(isSpaced ? pos - 1 : pos, createNode('symbol', isSpaced ? 'raquo_space' : name))
  return pos + text.length
}
