/** HTML elements, comments and instructions within text. */

import { readCharacterData } from '../tree/character-data.js'
import { warn } from '../tree/document.js'
import { escapeHtml } from '../tree/escape.js'
import { BLOCK_ELEMENTS, contentModel, VOID_ELEMENTS } from '../tree/html-elements.js'
import { readTag, type OpenTag } from '../tree/html-tags.js'
import { createNode, type Node } from '../tree/node.js'
import { IN_RAW, type FoundSpan, type SpanContext, type SpanScanner } from './span-scanner.js'

/** How deep elements nest; the tags of deeper ones are text. */
const MAX_DEPTH = 100

/** An element, a comment or an instruction in text; tags that don't belong there are text. */
export function parseSpanHtml(scanner: SpanScanner, context: SpanContext): number {
  const { source, pos, document } = scanner
  const data = readCharacterData(scanner.finder, pos, document.options)
  if (data !== null) {
    scanner.emitText(pos, escapeHtml(data.text, 'all'))
    return data.end
  }
  const tag = readTag(scanner.finder, pos)
  if (!tag) return -1
  if (tag.kind === 'markup' && source.charCodeAt(pos + 1) === 63) return -1
  if (tag.kind === 'markup') {
    scanner.emit(pos, createNode('markup', source.slice(pos, tag.end)))
    return tag.end
  }
  if (tag.kind === 'close') {
    warn(document, scanner.line, `Found invalidly used HTML closing tag for '${tag.name}'`)
  } else if (BLOCK_ELEMENTS.has(tag.name)) {
    warn(document, scanner.line, `Found block HTML tag '${tag.name}' in span-level text`)
  } else if (context.depth < MAX_DEPTH) {
    const found = attempt(scanner, context, tag)
    scanner.emit(pos, found.node)
    return found.end
  }
  scanner.emitText(pos, source.slice(pos, tag.end))
  return tag.end
}

function attempt(scanner: SpanScanner, context: SpanContext, tag: OpenTag): FoundSpan {
  const key = scanner.pos * 128 + context.flags * 2
  const known = scanner.attempts.get(key)
  if (known) return known
  const made = readElement(scanner, context, tag)
  scanner.attempts.set(key, made)
  return made
}

function readElement(scanner: SpanScanner, context: SpanContext, tag: OpenTag): FoundSpan {
  const node = createNode('html', tag.name)
  node.attributes = tag.attributes
  for (const [name, value] of tag.attributes) {
    if (value.includes('\n')) tag.attributes.set(name, value.replace(/\n+/g, ' '))
  }
  const isParsed = takesMarkdown(scanner, context, tag)
  node.content = isParsed ? 'span' : 'raw'
  node.isClosed = tag.isClosed
  if (tag.isClosed || VOID_ELEMENTS.has(tag.name)) return { node, end: tag.end }
  return { node, end: readContent(scanner, context, { node, from: tag.end }) }
}

function takesMarkdown(
  { document }: SpanScanner,
  context: SpanContext,
  { name, attributes }: OpenTag,
): boolean {
  const asked = attributes.get('markdown')
  attributes.delete('markdown')
  if (asked === 'span' || asked === 'block') return true
  if (asked === '0') return false
  if (asked === '1') return contentModel(name) !== 'raw'
  if (context.flags & IN_RAW || contentModel(name) === 'raw') return false
  return document.options.parse_span_html
}

function readContent(
  scanner: SpanScanner,
  context: SpanContext,
  { node, from }: { node: Node; from: number },
): number {
  const isParsed = node.content === 'span'
  const isFound = scanner.parseInside(node, from, {
    flags: isParsed ? context.flags & ~IN_RAW : context.flags | IN_RAW,
    depth: context.depth + 1,
    stopAt: '<',
    stop: (inner) => isCloseTag(inner, node.value),
    failures: null,
  })
  if (isFound) return readTag(scanner.finder, scanner.stoppedAt)?.end ?? scanner.stoppedAt
  warn(scanner.document, scanner.line, `Found no end tag for '${node.value}' - auto-closing it`)
  return scanner.source.length
}

function isCloseTag({ source, pos, finder }: SpanScanner, name: string): boolean {
  if (source.charCodeAt(pos + 1) !== 47) return false
  const tag = readTag(finder, pos)
  return tag?.kind === 'close' && tag.name === name
}
