/** Patterns of the lines that begin or end a block, shared by the parsers. */

import type { BlockScanner } from './block-scanner.js'
import { SPAN_ELEMENTS } from '../tree/html-elements.js'
import { isSpace, testAt } from '../tree/text.js'
import { XML_NAME } from '../tree/xml-names.js'

// Sticky expressions for what begins or ends blocks; all are asked at the start of a line.

const name = XML_NAME

/** One blank line. */
export const BLANK_LINE = /[ \t\v\f\r]*\n/y
/**
 * Source of an expression for what stands in `{:…}`. It may go on over lines, up to a number of them: otherwise each of
 * many that are left open would be read to the end of the text.
 */
export const LIST_TEXT = String.raw`(?:\\\}|[^}\n])*(?:\n(?:\\\}|[^}\n])*){0,20}`
/** Lines that are an attribute list, named or not. */
export const IAL_START = new RegExp(String.raw`[ ]{0,3}\{:(?![:/}])${LIST_TEXT}\}[ \t]*\n`, 'y')
/** A lone `^`: what follows is a new block. */
export const END_OF_BLOCK = /\^[ \t\v\f\r]*\n/y
export const LIST_START = /[ ]{0,3}(?:[+*-]|\d+\.)[\t| ][^\n]*\n/y
const DEFINITION_START = /[ ]{0,3}:[\t| ][^\n]*\n/y
export const QUOTE_START = /[ ]{0,3}> ?/y
const FENCE_START = /[ ]{0,3}(?:~{3}|`{3})/y
const HEADER_START = /#{1,6}[\t ]/y
export const RULE_START = /[ ]{0,3}(\*|-|_)[ \t]*\1[ \t]*\1(?:\1|[ \t])*\n/y
function htmlStart(more: readonly string[]): RegExp {
  const spanNames = [...SPAN_ELEMENTS, 'script', ...more].join('|')
  return new RegExp(
    `[ ]{0,3}<(?:(?!(?:${spanNames})(?![\\w]))${name}|/(?!(?:${spanNames})(?![\\w]))${name}[ \\t\\n\\v\\f\\r]*>)`,
    'yu',
  )
}

const HTML_START = { '2.4': htmlStart([]), '2.5': htmlStart(['time']) }

/** Whether a paragraph that came down to this line ends before it, in any dialect. */
export function isLazyEnd({ source, pos, document }: BlockScanner): boolean {
  if (pos >= source.length) return true
  let at = pos
  while (source.charCodeAt(at) === 32) at++
  const code = source.charCodeAt(at)
  if (isSpace(code)) return testAt(BLANK_LINE, source, pos)
  if (code === 60) return at - pos < 4 && testAt(HTML_START[document.options.version], source, pos)
  if (code === 123) return at - pos < 4 && testAt(IAL_START, source, pos)
  return code === 94 && at === pos && testAt(END_OF_BLOCK, source, pos)
}

/** Whether a paragraph ends before the line at the position. */
export function isParagraphEnd(scanner: BlockScanner): boolean {
  const { source, pos, document } = scanner
  if (isLazyEnd(scanner) || testAt(DEFINITION_START, source, pos)) return true
  const { input, gfm_quirks } = document.options
  if (input !== 'GFM' || !gfm_quirks.includes('paragraph_end')) return false
  return isGfmInterrupt(source, pos)
}

function isGfmInterrupt(source: string, pos: number): boolean {
  let at = pos
  while (source.charCodeAt(at) === 32) at++
  if (at - pos > 3) return false
  const code = source.charCodeAt(at)
  if (code === 35) return testAt(HEADER_START, source, pos)
  if (code === 62) return true
  if (code === 96 || code === 126) return testAt(FENCE_START, source, pos)
  if (code === 42 || code === 43 || code === 45 || (code >= 48 && code <= 57)) {
    return testAt(LIST_START, source, pos)
  }
  return false
}

/** Whether the block that ends at the position is followed by a boundary. */
export function isBeforeBoundary(scanner: BlockScanner): boolean {
  const { source, pos } = scanner
  return (
    pos >= source.length ||
    testAt(BLANK_LINE, source, pos) ||
    testAt(IAL_START, source, pos) ||
    testAt(END_OF_BLOCK, source, pos)
  )
}
