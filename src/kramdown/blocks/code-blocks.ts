/** Code blocks: indented, and fenced. */

import type { BlockScanner } from './block-scanner.js'
import { isLazyEnd } from './block-starts.js'
import { createNode, setAttribute } from '../tree/node.js'
import { isSpace, lineEnd } from '../tree/text.js'

const INDENTED = /(?:\t| {4})[ \t]*[^ \t\n][^\n]*\n/y
const BLANKS = /(?:[ \t\v\f\r]*\n)*/y
const LAZY_JOIN = /(?<=[^\n])\n(?= {0,3}[^ \t\n\v\f\r])/g
const LINE_INDENT = /^(?:\t| {4})/gm
const FENCE = /[ ]{0,3}(~{3,}|`{3,})[ \t]*([^ \t\n]*)[ \t]*\n/y
const PLAIN_FENCE = /(~{3,})[ \t]*([^ \t\n]*)[ \t]*\n/y

/** Code indented by a tab or four blanks, with lines that lazily follow. */
export function parseIndentedCode(scanner: BlockScanner): boolean {
  if (!scanner.test(INDENTED)) return false
  const { line } = scanner
  const text = scanIndented(scanner).replace(LAZY_JOIN, ' ')
  const block = createNode('codeblock', text.replace(LINE_INDENT, ''), line)
  scanner.push(block)
  return true
}

/** Takes all lines of indented code here, blank lines between them included. */
export function scanIndented(scanner: BlockScanner): string {
  const start = scanner.pos
  let end = start
  while (scanner.scan(INDENTED)) {
    skipLazyLines(scanner)
    end = scanner.pos
    scanner.scan(BLANKS)
  }
  scanner.pos = end
  return scanner.source.slice(start, end)
}

function skipLazyLines(scanner: BlockScanner): void {
  while (!scanner.test(INDENTED) && !isLazyEnd(scanner)) scanner.scanLine()
}

/** Code between fences of `~` or backticks. */
export function parseFencedCode(scanner: BlockScanner): boolean {
  const isGfm = scanner.document.options.input === 'GFM'
  const indent = isGfm ? 3 : 0
  const match = scanner.check(isGfm ? FENCE : PLAIN_FENCE)
  if (!match) return false
  const [whole, marks = '', info = ''] = match
  const from = scanner.pos + whole.length
  const hasWordBehind = info !== '' && !whole.includes(marks + info)
  const length = hasWordBehind ? marks.length : fenceLength(scanner, marks, { from, indent })
  const close = findFence(scanner, { fence: marks.slice(0, length), from, indent })
  if (!close) return false
  const block = createNode('codeblock', scanner.source.slice(from, close.start), scanner.line)
  const language = marks.slice(length) + info
  if (language !== '') {
    block.language = language
    setAttribute(block, 'class', `language-${language.replace(/(?<=.)\?[^ ]*$/, '')}`)
  }
  scanner.pos = close.end
  scanner.push(block)
  return true
}

/**
 * How many marks of an opening line are its fence. Where none so long closes it, the longest shorter one does,
 * and the marks too many belong to the language. The search halves the length each time.
 */
function fenceLength(
  { finder }: BlockScanner,
  marks: string,
  { from, indent }: { from: number; indent: number },
): number {
  const isClosed = (length: number) =>
    finder.nextMatch(closingLine(marks.charAt(0), length, indent), from) >= 0
  if (isClosed(marks.length)) return marks.length
  let [least, most] = [3, marks.length - 1]
  while (least < most) {
    const length = Math.ceil((least + most) / 2)
    if (isClosed(length)) least = length
    else most = length - 1
  }
  return least
}

const closingLine = (mark: string, length: number, indent: number): string =>
  `^ {0,${indent}}${mark}{${length},}[ \\t]*$`

function findFence(
  scanner: BlockScanner,
  { fence, from, indent }: { fence: string; from: number; indent: number },
): { start: number; end: number } | null {
  const { source, document, finder } = scanner
  // Text that can close no fence of this length is not looked through again.
  const first = finder.nextMatch(closingLine(fence.charAt(0), fence.length, indent), from)
  if (first < 0) return null
  for (
    let at = source.indexOf(fence, first);
    at >= 0;
    at = source.indexOf(fence, lineEnd(source, at))
  ) {
    document.work++
    const start = source.lastIndexOf('\n', at) + 1
    if (at - start > indent || source.slice(start, at).trim() !== '') continue
    const end = source.indexOf('\n', at)
    if (isFenceRest(source.slice(at + fence.length, end), fence.charAt(0))) {
      return { start, end: end + 1 }
    }
  }
  return null
}

function isFenceRest(rest: string, mark: string): boolean {
  let at = 0
  while (rest.charAt(at) === mark) at++
  while (at < rest.length && isSpace(rest.charCodeAt(at))) at++
  return at === rest.length
}
