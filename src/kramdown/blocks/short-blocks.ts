/** Blocks whose parsers are short: quotes, definitions of footnotes and links, math, and paragraphs. */

import type { BlockScanner } from './block-scanner.js'
import { isBeforeBoundary, isLazyEnd, isParagraphEnd, QUOTE_START } from './block-starts.js'
import { createNode, lastChild } from '../tree/node.js'
import { createDefinitionMark } from '../tree/attribute-lists.js'
import { scanIndented } from './code-blocks.js'
import { normalizeLinkId, warn } from '../tree/document.js'
import { chomp, strip, stripEnd, stripStart, testAt } from '../tree/text.js'

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

const FOOTNOTE_START = /[ ]{0,3}\[\^(\w[\w-]*)\]:/y
const BLANK_LINES = /(?:[ \t\v\f\r]*\n)*/y

/** `[^name]: text`, with indented blocks that belong to it. */
export function parseFootnoteDefinition(scanner: BlockScanner): boolean {
  const { line, document } = scanner
  const match = scanner.scan(FOOTNOTE_START)
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
  const blanks = scanner.scan(BLANK_LINES)?.[0] ?? ''
  const code = scanIndented(scanner)
  if (code === '') scanner.pos = start
  return code === '' ? '' : blanks + code
}

const LINK_START =
  /[ ]{0,3}\[([^\n\]]+)\]:[ \t]*(?:<([^\n>]*)>|([^ \t\n\v\f\r](?:(?![ \t]+["'])[^\n])*?))(?:(?:[ \t]*\n|[ \t]+)[ \t]*(["'])(.+)\4)?[ \t]*\n/y

/** `[id]: url "title"`. */
export function parseLinkDefinition(scanner: BlockScanner): boolean {
  const { line, document } = scanner
  const match = scanner.scan(LINK_START)
  if (!match) return false
  const [, name = '', bracketed, bare, , title] = match
  const id = normalizeLinkId(name)
  if (document.links.has(id)) {
    warn(document, line, `Duplicate link ID '${id}' - overwriting`)
  }
  const url = bracketed ?? bare ?? ''
  const mark = createDefinitionMark(true)
  document.links.set(id, { url, title: title ?? null, mark })
  scanner.push(mark)
  return true
}

const MATH_OPEN = /[ ]{0,3}(\\?)\$\$/y
const MATH_REST = /[ \t\v\f\r]*\n/y

/** `$$…$$` that stands between block boundaries. */
export function parseBlockMath(scanner: BlockScanner): boolean {
  if (!scanner.isAfterBoundary) return false
  const open = scanner.check(MATH_OPEN)
  if (!open) return false
  if (open[1] !== '') {
    dropBackslash(scanner, open[0].length)
    return false
  }
  const { line, source } = scanner
  const saved = scanner.pos
  const start = saved + open[0].length
  const close = source.indexOf('$$', start)
  if (close < 0) return false
  scanner.pos = close + 2
  scanner.scan(MATH_REST)
  if (!isBeforeBoundary(scanner)) {
    scanner.pos = saved
    return false
  }
  const math = createNode('math', strip(source.slice(start, close)), line)
  math.isBlock = true
  scanner.push(math)
  return true
}

/** A backslash before math that fills its paragraph only keeps it from being a block. */
function dropBackslash(scanner: BlockScanner, width: number): void {
  const { source, pos } = scanner
  const close = source.indexOf('$$', pos + width)
  if (close >= 0 && testAt(MATH_REST, source, close + 2)) scanner.pos += width - 2
}

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
