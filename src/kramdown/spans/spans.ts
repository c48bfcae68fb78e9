/** Reads text: which span parsers are asked at a character, and in which order. */

import type { Document } from '../tree/document.js'
import { parseEmphasis } from './emphasis.js'
import { parseLink } from './links.js'
import type { Node } from '../tree/node.js'
import {
  parseAutolink,
  parseCodeSpan,
  parseEntity,
  parseEscape,
  parseLineBreak,
  parseFootnoteMark,
  parseInlineMath,
  parseStrikethrough,
  parseSymbol,
} from './short-spans.js'
import { parseQuote } from './smart-quotes.js'
import { parseSpanExtension } from './span-extensions.js'
import { parseSpanHtml } from './span-html.js'
import { SpanScanner, IN_RAW, type SpanContext } from './span-scanner.js'

/**
 * Reads a construct at the position. It appends what it found and returns the position behind it,
 * or returns -1 when nothing starts here.
 */
type SpanParser = (scanner: SpanScanner, context: SpanContext) => number

const table: Readonly<Record<string, readonly SpanParser[]>> = {
  '*': [parseEmphasis],
  _: [parseEmphasis],
  '`': [parseCodeSpan],
  '<': [parseAutolink, parseSpanHtml, parseSymbol],
  '>': [parseSymbol],
  '[': [parseFootnoteMark, parseLink],
  '!': [parseLink],
  '"': [parseQuote],
  "'": [parseQuote],
  $: [parseInlineMath],
  '\\': [parseInlineMath, parseLineBreak, parseSymbol, parseEscape],
  '{': [parseSpanExtension],
  '&': [parseEntity],
  '-': [parseSymbol],
  '.': [parseSymbol],
  '\n': [parseLineBreak],
  '~': [parseStrikethrough],
}

const parsers: readonly (readonly SpanParser[] | undefined)[] = Array.from(
  { length: 128 },
  (_, code) => table[String.fromCharCode(code)],
)

const rawParsers: readonly (readonly SpanParser[] | undefined)[] = Array.from(
  { length: 128 },
  (_, code) => (code === 60 ? [parseSpanHtml] : undefined),
)

const SMART = new Set<SpanParser>([parseQuote, parseEntity, parseSymbol, parseSpanHtml])

const smartParsers = parsers.map((known) => {
  const smart = known?.filter((parse) => SMART.has(parse)) ?? []
  return smart.length === 0 ? undefined : smart
})

const ROOT: SpanContext = { flags: 0, depth: 0, stop: null, stopAt: '', failures: null }

/** Reads text into spans below a node. */
export function parseText(
  document: Document,
  into: Node,
  text: { value: string; line: number },
): void {
  const scanner = new SpanScanner(document, text.value, { line: text.line, into, parseSpans })
  parseSpans(scanner, into, ROOT)
}

function parseSpans(scanner: SpanScanner, into: Node, context: SpanContext): boolean {
  const outer = scanner.tree
  scanner.tree = into
  const isFound = readSpans(scanner, context)
  scanner.tree = outer
  return isFound
}

function readSpans(scanner: SpanScanner, context: SpanContext): boolean {
  const { source, document } = scanner
  const all = document.options.input === 'SmartyPants' ? smartParsers : parsers
  const known = context.flags & IN_RAW ? rawParsers : all
  const visited: number[] = []
  const start = scanner.pos
  scanner.pending = start
  while (scanner.pos < source.length) {
    const code = source.charCodeAt(scanner.pos)
    const candidates = code < 128 ? known[code] : undefined
    const isStop = context.stop !== null && context.stopAt.includes(source.charAt(scanner.pos))
    if (!isStop && !candidates) {
      scanner.pos++
      continue
    }
    document.work++
    if (isStop && context.stop?.(scanner)) {
      scanner.flush(scanner.pos)
      return true
    }
    if (context.failures && scanner.pos > start) {
      if (context.failures.has(scanner.pos)) return fail(context, visited)
      visited.push(scanner.pos)
    }
    if (!candidates || !tryParsers(scanner, context, candidates)) scanner.pos++
  }
  scanner.flush(source.length)
  return fail(context, visited)
}

function fail(context: SpanContext, visited: readonly number[]): false {
  for (const position of visited) context.failures?.add(position)
  return false
}

function tryParsers(
  scanner: SpanScanner,
  context: SpanContext,
  candidates: readonly SpanParser[],
): boolean {
  for (const parse of candidates) {
    const end = parse(scanner, context)
    if (end < 0) continue
    scanner.pos = end
    scanner.pending = end
    return true
  }
  return false
}
