/** Cutting lines of a table at pipes that stand outside of code. */

import { Finder } from '../tree/finder.js'
import { BLOCK_ELEMENTS, VOID_ELEMENTS } from '../tree/html-elements.js'
import { readTag, type OpenTag } from '../tree/html-tags.js'

const HTML_CODE = /(<code[^\n]*?>[^\n]*?<\/code>)/

interface Piece {
  readonly text: string
  readonly isCode: boolean
}

/** Where what begins at a sign ends, or -1 and from where to look on. */
interface Extent {
  readonly past: number
  readonly end: number
}

function codeAt(text: string, at: number): Extent {
  let open = at
  while (text.charAt(open) === '`') open++
  const fence = text.slice(at, open)
  const isAlone = fence.length === 1 && isBlankAround(text, at)
  const close = isAlone ? -1 : text.indexOf(fence, open)
  return { past: open, end: close < 0 ? -1 : close + fence.length }
}

/** Cuts text into code spans, delimiters included, and what stands between them. */
function* cutCode(text: string): Generator<Piece> {
  let plainStart = 0
  for (let at = text.indexOf('`'); at >= 0; at = text.indexOf('`', at)) {
    const { past, end } = codeAt(text, at)
    if (end < 0) {
      at = past
      continue
    }
    if (at > plainStart) yield { text: text.slice(plainStart, at), isCode: false }
    plainStart = end
    yield { text: text.slice(at, plainStart), isCode: true }
    at = plainStart
  }
  if (plainStart < text.length) yield { text: text.slice(plainStart), isCode: false }
}

function isBlankAround(text: string, at: number): boolean {
  const isBlank = (index: number): boolean => /^[ \t\n]$/.test(text.charAt(index))
  return (at === 0 || isBlank(at - 1)) && isBlank(at + 1)
}

/** Cuts a row into cells; `\|` outside of code is a pipe that doesn't cut. */
export function splitCells(line: string): string[] {
  const cells: string[] = ['']
  const append = (text: string): void => {
    cells[cells.length - 1] += text
  }
  line.split(HTML_CODE).forEach((part, index) => {
    if (index % 2 === 1) {
      append(part)
      return
    }
    for (const piece of cutCode(part)) {
      if (piece.isCode) append(piece.text)
      else {
        const [first = '', ...rest] = piece.text.split(/(?<!\\)\|/)
        append(first.replaceAll('\\|', '|'))
        for (const text of rest) cells.push(text.replaceAll('\\|', '|'))
      }
    }
  })
  return cells
}

interface Part {
  readonly text: string
  readonly kind: 'text' | 'code' | 'html'
}

/** Cuts text into code and HTML elements, whichever begins first, and what stands between them. */
function* cutCodeAndHtml(text: string): Generator<Part> {
  const finder = new Finder(text)
  const opening = /[`<]/g
  let start = 0
  for (let found = opening.exec(text); found; found = opening.exec(text)) {
    const at = found.index
    const kind = found[0] === '`' ? 'code' : 'html'
    const { past, end } = kind === 'code' ? codeAt(text, at) : elementAt(finder, at)
    opening.lastIndex = end < 0 ? past : end
    if (end < 0) continue
    yield { text: text.slice(start, at), kind: 'text' }
    yield { text: text.slice(at, end), kind }
    start = end
  }
  yield { text: text.slice(start), kind: 'text' }
}

function elementAt(finder: Finder, at: number): Extent {
  const tag = readTag(finder, at)
  if (tag?.kind !== 'open' || BLOCK_ELEMENTS.has(tag.name))
    return { past: tag?.end ?? at + 1, end: -1 }
  return { past: tag.end, end: endOfElement(finder, tag) }
}

/** Where an element ends; without an end tag, that is the end of the text. */
function endOfElement(finder: Finder, tag: OpenTag): number {
  if (tag.isClosed || VOID_ELEMENTS.has(tag.name)) return tag.end
  const close = finder.next(`</${tag.name}`, tag.end)
  const { length } = finder.source
  return close < 0 ? length : (readTag(finder, close)?.end ?? length)
}

/** Whether each line of a table has a pipe outside of code and HTML. */
export function hasPipesOutsideCode(text: string): boolean {
  let hasPipe = false
  for (const { text: part, kind } of cutCodeAndHtml(text)) {
    if (kind === 'html') continue
    const lines = linesOf(part)
    if (kind === 'code') {
      if (lines.length > 2 || (lines.length === 2 && !hasPipe)) return false
      if (lines.length === 2) hasPipe = false
    } else {
      if (lines.length > 1 && !hasPipe && !hasPipeIn(lines[0])) return false
      hasPipe = (lines.length <= 1 && hasPipe) || hasPipeIn(lines.at(-1))
    }
  }
  return hasPipe
}

/** Line ends at the end of a text begin no lines, as in Ruby. */
function linesOf(text: string): string[] {
  const lines = text.split('\n')
  while (lines.at(-1) === '') lines.pop()
  return lines
}

function hasPipeIn(line: string | undefined): boolean {
  return /(?:^|[^\\])\|/.test(line ?? '')
}
