/** Paragraphs: what no other block parser takes. */

import type { BlockScanner } from './block-scanner.js'
import { isParagraphEnd } from './block-starts.js'
import { warn } from '../tree/document.js'
import { createNode, lastChild } from '../tree/node.js'
import { chomp, stripEnd, stripStart } from '../tree/text.js'

const STRAY_TAB = / {1,3}\t/y

/** Takes lines to the next end of a paragraph; joins a paragraph that stands right before. */
export function parseParagraph(scanner: BlockScanner): boolean {
  const { line } = scanner
  const start = scanner.pos
  if (scanner.test(STRAY_TAB)) {
    warn(scanner.document, line, 'No block starts with blanks and a tab')
    scanner.tree.children.push(createNode('source', scanner.scanLine(), line))
    return true
  }
  scanner.scanLine()
  while (!isParagraphEnd(scanner)) scanner.scanLine()
  const whole = chomp(scanner.source.slice(start, scanner.pos))
  const text = stripEnd(whole)
  const blanks = whole.endsWith('  ') ? '  ' : ''
  const last = lastChild(scanner.tree)
  const source = last?.type === 'p' ? lastChild(last) : undefined
  if (source?.type === 'source') {
    source.value += `${source.original ?? ''}\n${text}`
    source.original = blanks
    return true
  }
  const paragraph = createNode('p', '', line)
  const first = createNode('source', stripStart(text), line)
  // Blanks at the end count only when another line is joined.
  first.original = blanks
  paragraph.children.push(first)
  scanner.push(paragraph)
  return true
}
