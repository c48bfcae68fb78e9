/** Links and images. */

import { applyAttributeList } from '../tree/attribute-lists.js'
import { normalizeLinkId, warn } from '../tree/document.js'
import { readDestination, type Destination } from './link-destinations.js'
import { createNode, setAttribute, type Node } from '../tree/node.js'
import { IN_LINK, IN_RAW, type SpanContext, type SpanScanner } from './span-scanner.js'
import { matchAt, testAt } from '../tree/text.js'

const REFERENCE = /[ \t\n\v\f\r]*\[([^\]]*)\]/y
const ESCAPED = /\\([\\.*_+`<>()[\]{}#!:|"'$=-])/g
const PLAIN_TEXT = /[^\][`<*_\\!{$~&\n]*\]/y

/** How deep images nest in texts of links; deeper ones are text. */
const MAX_DEPTH = 50

/** `[text](url "title")`, `[text][id]`, `[id]`, and the same with `!` for images. */
export function parseLink(scanner: SpanScanner, context: SpanContext): number {
  const { source, pos } = scanner
  const isImage = source.charAt(pos) === '!'
  const start = pos + (isImage ? 2 : 1)
  if (isImage && source.charAt(pos + 1) !== '[') return -1
  if (start >= source.length || source.charAt(start) === '^') return -1
  const close = isImage || !(context.flags & IN_LINK) ? findBracket(scanner, context, start) : -1
  const target = close >= start ? resolve(scanner, source.slice(start, close), close + 1) : null
  if (!target) {
    scanner.emitText(pos, source.slice(pos, start))
    return start
  }
  const node = isImage ? createNode('img') : createNode('a')
  if (!isImage) readText(scanner, context, { node, start, close })
  else if (scanner.openBrackets[scanner.openBrackets.length - 1] === start) {
    scanner.openBrackets.pop()
  }
  setTarget(scanner, node, { target, alt: source.slice(start, close) })
  scanner.emit(pos, node)
  return target.end
}

function setTarget(
  scanner: SpanScanner,
  node: Node,
  { target, alt }: { target: Destination; alt: string },
): void {
  if (target.mark?.ial) applyAttributeList(scanner.document, node, target.mark.ial)
  if (node.type === 'img') {
    setAttribute(node, 'src', target.url)
    setAttribute(node, 'alt', alt.replace(ESCAPED, '$1'))
  } else setAttribute(node, 'href', target.url)
  if (target.title !== null) setAttribute(node, 'title', target.title)
}

function readText(
  scanner: SpanScanner,
  context: SpanContext,
  { node, start, close }: { node: Node; start: number; close: number },
): void {
  scanner.parseInside(node, start, {
    flags: context.flags | IN_LINK,
    depth: context.depth + 1,
    stopAt: ']',
    stop: ({ pos }) => pos === close,
    failures: null,
  })
}

/** Finds what closes the bracket whose content starts at a position, or -1. */
function findBracket(scanner: SpanScanner, context: SpanContext, start: number): number {
  const plain = matchAt(PLAIN_TEXT, scanner.source, start)
  if (plain) return start + plain[0].length - 1
  const flags = context.flags | IN_LINK
  const known = scanner.brackets.get(start * 32 + flags)
  if (known !== undefined) return known
  if (context.depth > MAX_DEPTH || scanner.lastBracket < start) return -1
  const { openBrackets } = scanner
  scanner.openBrackets = [start]
  scanner.parseInside(createNode('a'), start, {
    flags: flags & ~IN_RAW,
    depth: context.depth + 1,
    stopAt: '[]!',
    stop: (inner) => countBracket(inner, flags),
    failures: null,
  })
  for (const open of scanner.openBrackets) scanner.brackets.set(open * 32 + flags, -1)
  scanner.openBrackets = openBrackets
  return scanner.brackets.get(start * 32 + flags) ?? -1
}

/** Notes brackets that open and close; true when the first one closes. */
function countBracket(scanner: SpanScanner, flags: number): boolean {
  const { source, pos, openBrackets } = scanner
  const character = source.charAt(pos)
  if (character === ']') {
    const open = openBrackets.pop()
    if (open !== undefined) scanner.brackets.set(open * 32 + flags, pos)
    return openBrackets.length === 0
  }
  if (character === '[') {
    if (openBrackets[openBrackets.length - 1] !== pos + 1) openBrackets.push(pos + 1)
  } else if (source.charAt(pos + 1) === '[') openBrackets.push(pos + 2)
  return false
}

const PAREN = /\(/y

/** Finds where a link leads, by what stands behind its text. */
function resolve(scanner: SpanScanner, text: string, after: number): Destination | null {
  const { source } = scanner
  const reference = matchAt(REFERENCE, source, after)
  if (!reference && testAt(PAREN, source, after)) return readDestination(scanner, after)
  const own = reference?.[1] ?? ''
  const id = own === '' ? text.replace(ESCAPED, '$1') : own
  const end = reference ? after + reference[0].length : after
  return lookUp(scanner, id, end)
}

function lookUp(scanner: SpanScanner, text: string, end: number): Destination | null {
  const { document } = scanner
  if (text.length > 1000) return null
  const id = normalizeLinkId(text)
  const definition = document.links.get(id)
  if (!definition) {
    warn(document, scanner.line, `No link definition for link ID '${id}' found`)
    return null
  }
  return { ...definition, end }
}
