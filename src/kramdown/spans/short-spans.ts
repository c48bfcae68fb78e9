/** Spans whose parsers are short: each reads what its comment shows, at the position of the scanner. */

import { createNode, type Node, setAttribute } from '../tree/node.js'
import { type SpanContext, SpanScanner } from './span-scanner.js'
import { isSpace, matchAt, strip } from '../tree/text.js'
import { codePointOf, codePointOfNumber } from '../tree/entity-table.js'
import type { MarkdownOptions } from '../tree/options.js'
import { warn } from '../tree/document.js'

const AUTOLINK = /<((?:mailto|https?|ftps?):[^>\n]+|[-.\p{L}\p{N}_]+@[-.\p{L}\p{N}_]+)>/uy

/** `<https://…>` and `<me@example.com>`. */
export function parseAutolink(scanner: SpanScanner): number {
  const { source, pos, finder } = scanner
  if (finder.next('>', pos) < 0) return -1
  const match = matchAt(AUTOLINK, source, pos)
  if (!match) return -1
  const [whole, address = ''] = match
  const isMail = !/^(?:mailto|https?|ftps?):/.test(address)
  const link = createNode('a')
  setAttribute(link, 'href', isMail ? `mailto:${address}` : address)
  link.children.push(createNode('text', address.replace(/^mailto:/, '')))
  scanner.emit(pos, link)
  return pos + whole.length
}

/** Code between equal runs of backticks. */
export function parseCodeSpan(scanner: SpanScanner): number {
  const { source, pos } = scanner
  let start = pos
  while (source.charCodeAt(start) === 96) start++
  const fence = source.slice(pos, start)
  const isAlone = fence.length === 1 && (pos === 0 || isSpace(source.charCodeAt(pos - 1)))
  const close =
    isAlone && isSpace(source.charCodeAt(start)) ? -1 : scanner.finder.next(fence, start)
  if (close < 0) {
    scanner.emitText(pos, fence)
    return start
  }
  let code = source.slice(start, close)
  if (fence.length > 1) code = code.replace(/^ /, '').replace(/ $/, '')
  scanner.emit(
    pos,
    createNode('codespan', code, scanner.document.options.show_warnings ? scanner.line : 0),
  )
  return close + fence.length
}

const ENTITY = /&(?:([A-Za-z_:][-\w.:]*)|#(\d{1,7})|#x([0-9a-fA-F]{1,6}));/y

/** `&name;`, `&#1234;` or `&#x12ab;`. */
export function parseEntity(scanner: SpanScanner): number {
  const { source, pos } = scanner
  const match = matchAt(ENTITY, source, pos)
  if (!match) return -1
  const node = entityNode(match, scanner.document.options.version)
  if (!node) {
    const mark = createNode('entity', '38')
    mark.original = '&amp;'
    scanner.emit(pos, mark)
    return pos + 1
  }
  scanner.emit(pos, node)
  return pos + match[0].length
}

function entityNode(
  [original, name, decimal, hexadecimal]: RegExpExecArray,
  version: MarkdownOptions['version'],
): Node | null {
  const codePoint = name
    ? codePointOf(name, version)
    : codePointOfNumber(Number.parseInt(decimal ?? hexadecimal ?? '', decimal ? 10 : 16))
  if (codePoint === undefined || codePoint > 0x10ffff) return null
  const node = createNode('entity', String(codePoint))
  node.original = original
  return node
}

const ESCAPABLE = new Set('\\.*_+`-<>()[]{}#!:|"\'$=')

/** A backslash before a character with a meaning. */
export function parseEscape(scanner: SpanScanner): number {
  const { source, pos, document } = scanner
  const next = source.charAt(pos + 1)
  const isGfmTilde = next === '~' && document.options.input === 'GFM'
  if (next === '' || !(ESCAPABLE.has(next) || isGfmTilde)) return -1
  scanner.emitText(pos, next)
  return pos + 2
}

/** Two blanks or two backslashes at the end of a line. */
export function parseLineBreak(scanner: SpanScanner): number {
  const { source, pos, pending, document } = scanner
  const { input, hard_wrap } = document.options
  if (hard_wrap && input === 'GFM') return -1
  if (source.charAt(pos) === '\n') {
    if (pos - 2 < pending || source.charAt(pos - 1) !== ' ' || source.charAt(pos - 2) !== ' ') {
      return -1
    }
    scanner.emit(pos - 2, createNode('br'))
    return pos
  }
  if (source.charAt(pos + 1) !== '\\' || source.charAt(pos + 2) !== '\n') return -1
  scanner.emit(pos, createNode('br'))
  return pos + 2
}

const FOOTNOTE_MARK = /\[\^(\w[\w-]*)\]/y

/** `[^name]` where a footnote of that name is defined. */
export function parseFootnoteMark(scanner: SpanScanner): number {
  const { source, pos, document } = scanner
  const match = matchAt(FOOTNOTE_MARK, source, pos)
  if (!match) return -1
  const name = match[1] ?? ''
  if (document.footnotes.has(name)) scanner.emit(pos, createNode('footnote', name))
  else {
    warn(document, scanner.line, `Footnote definition for '${name}' not found`)
    scanner.emitText(pos, match[0])
  }
  return pos + match[0].length
}

/** `$$…$$` in text; a backslash before it makes it text. */
export function parseInlineMath(scanner: SpanScanner): number {
  const { source, pos } = scanner
  const isEscaped = source.charAt(pos) === '\\'
  const open = isEscaped ? pos + 1 : pos
  if (!source.startsWith('$$', open)) return -1
  const close = scanner.finder.next('$$', open + 2)
  if (close < 0) return -1
  if (isEscaped) {
    scanner.emitText(pos, '$$')
    return open + 2
  }
  scanner.emit(pos, createNode('math', strip(source.slice(open + 2, close))))
  return close + 2
}

const STRIKE_CLOSE = '[^ \\t\\n\\v\\f\\r~]~~'

/** `~~deleted~~` (GFM): the characters decide where it ends, before what is inside is read. */
export function parseStrikethrough(scanner: SpanScanner, context: SpanContext): number {
  const { source, pos, document } = scanner
  if (document.options.input !== 'GFM' || source.charAt(pos + 1) !== '~') return -1
  const start = pos + 2
  const next = source.charCodeAt(start)
  const close = isSpace(next) || next === 126 ? -1 : scanner.finder.nextMatch(STRIKE_CLOSE, start)
  if (close < 0 || start >= source.length) {
    scanner.emitText(pos, '~')
    return pos + 1
  }
  const node = createNode('del')
  const inside = new SpanScanner(document, source.slice(start, close + 1), {
    line: scanner.at.line,
    into: node,
    parseSpans: scanner.at.parseSpans,
  })
  inside.parseInside(node, 0, { ...context, stop: null, stopAt: '', failures: null })
  scanner.emit(pos, node)
  return close + 3
}

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
