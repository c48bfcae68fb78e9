/** Definitions of footnotes. */

import type { BlockScanner } from './block-scanner.js'
import { createDefinitionMark } from '../tree/attribute-lists.js'
import { scanIndented } from './code-blocks.js'
import { warn } from '../tree/document.js'
import { createNode } from '../tree/node.js'

const START = /[ ]{0,3}\[\^(\w[\w-]*)\]:/y
const BLANKS = /(?:[ \t\v\f\r]*\n)*/y

/** `[^name]: text`, with indented blocks that belong to it. */
export function parseFootnoteDefinition(scanner: BlockScanner): boolean {
  const { line, document } = scanner
  const match = scanner.scan(START)
  if (!match) return false
  const name = match[1] ?? ''
  let text = scanner.scanLine()
  for (let more = scanMore(scanner); more !== ''; more = scanMore(scanner)) text += more
  const content = createNode('root', '', line)
  scanner.parseInside(content, text.replace(/^(?:\t| {4})/gm, ''), line)
  if (document.footnotes.has(name)) {
    warn(document, line, `Duplicate footnote name '${name}' - overwriting`)
  }
  const mark = createDefinitionMark(true)
  document.footnotes.set(name, { name, content })
  scanner.push(mark)
  return true
}

function scanMore(scanner: BlockScanner): string {
  const start = scanner.pos
  const blanks = scanner.scan(BLANKS)?.[0] ?? ''
  const code = scanIndented(scanner)
  if (code === '') scanner.pos = start
  return code === '' ? '' : blanks + code
}
