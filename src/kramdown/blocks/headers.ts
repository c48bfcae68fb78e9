/** Headers: `# Header`, and a line with `===` or `---` below it. */

import type { BlockScanner } from './block-scanner.js'
import { createNode, setAttribute } from '../tree/node.js'
import { stripEnd } from '../tree/text.js'
import { XML_FULL_NAME } from '../tree/xml-names.js'

const ATX = /(#{1,6})[\t ]*([^ \t\n][^\n]*)\n/y
const ATX_GFM = /(#{1,6})[\t ]+([^ \t\n][^\n]*)\n/y
const SETEXT = /[ ]{0,3}([^ \t\n][^\n]*)\n([-=])[-=]*[ \t]*\n/y
const CLOSING = /(?<![#\\])#+$/
const CLOSING_GFM = /[ \t]#+$/
const ID = new RegExp(String.raw`^\{#(${XML_FULL_NAME})\}$`, 'u')

/** `# Header`, in plain kramdown only after a block boundary. */
export function parseAtxHeader(scanner: BlockScanner): boolean {
  const isGfm = scanner.document.options.input === 'GFM'
  const match = scanner.check(isGfm ? ATX_GFM : ATX)
  if (!match) return false
  if (!(isGfm && scanner.document.options.gfm_quirks.includes('paragraph_end'))) {
    if (!scanner.isAfterBoundary) return false
  }
  const [whole, marks = '', contents = ''] = match
  const { line } = scanner
  scanner.pos += whole.length
  const { text, id } = splitId(contents)
  pushHeader(scanner, {
    level: marks.length,
    text: unindented(text.replace(isGfm ? CLOSING_GFM : CLOSING, '')),
    id,
    line,
  })
  return true
}

/** A line with `===` or `---` below it. */
export function parseSetextHeader(scanner: BlockScanner): boolean {
  if (!scanner.isAfterBoundary) return false
  const match = scanner.check(SETEXT)
  if (!match) return false
  const [whole, contents = '', mark] = match
  const { line } = scanner
  scanner.pos += whole.length
  const { text, id } = splitId(contents)
  pushHeader(scanner, { level: mark === '=' ? 1 : 2, text: unindented(text), id, line })
  return true
}

function splitId(contents: string): { text: string; id: string | null } {
  const text = stripEnd(contents)
  const at = text.lastIndexOf('{#')
  const match = at < 1 || !' \t'.includes(text.charAt(at - 1)) ? null : ID.exec(text.slice(at))
  return match ? { text: stripEnd(text.slice(0, at)), id: match[1] ?? null } : { text, id: null }
}

function pushHeader(
  scanner: BlockScanner,
  { level, text, id, line }: { level: number; text: string; id: string | null; line: number },
): void {
  const header = createNode('header', '', line)
  header.level = level
  header.original = text
  if (id !== null) setAttribute(header, 'id', id)
  header.children.push(createNode('source', text, line))
  scanner.push(header)
}

// kramdown/parser/kramdown/header.rb: a form feed at the beginning stays.
function unindented(text: string): string {
  return stripEnd(text).replace(/^[ \t]+/, '')
}
