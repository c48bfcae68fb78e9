import type { BlockScanner } from './block-scanner.js'
import { isParagraphEnd } from './block-starts.js'
import { warn } from './document.js'
import { createNode, lastChild } from './node.js'
import { chomp } from './text.js'

const STRAY_TAB = / {1,3}\t/y
const FIRST_INDENT = /^[ \t]+/

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
  const text = trimEnd(scanner.source.slice(start, scanner.pos))
  const last = lastChild(scanner.tree)
  const source = last?.type === 'p' ? lastChild(last) : undefined
  if (source?.type === 'source') {
    source.value += `\n${text}`
    return true
  }
  const paragraph = createNode('p', '', line)
  paragraph.children.push(createNode('source', text.replace(FIRST_INDENT, ''), line))
  scanner.push(paragraph)
  return true
}

// Blanks at the end stay out of the text, line ends go too.
function trimEnd(text: string): string {
  return chomp(text).replace(/[ \t]+$/, (blanks) => (blanks.length > 0 ? '' : blanks))
}
