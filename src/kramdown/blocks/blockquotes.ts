/** Block quotes. */

import type { BlockScanner } from './block-scanner.js'
import { isLazyEnd, QUOTE_START } from './block-starts.js'
import { createNode } from '../tree/node.js'

/** A block quote: lines after `>`, and lines that lazily follow. */
export function parseBlockquote(scanner: BlockScanner): boolean {
  if (!scanner.test(QUOTE_START)) return false
  const { line } = scanner
  let text = ''
  do {
    scanner.scan(QUOTE_START)
    text += scanner.scanLine()
  } while (!isLazyEnd(scanner))
  const quote = createNode('blockquote', '', line)
  scanner.push(quote)
  scanner.parseInside(quote, text, line)
  return true
}
