/** HTML elements, comments and instructions between blocks. */

import type { BlockScanner } from './block-scanner.js'
import { warn } from '../tree/document.js'
import { contentModel, isSpanElement, VOID_ELEMENTS } from '../tree/html-elements.js'
import { readCharacterData } from '../tree/character-data.js'
import { readTag, type OpenTag } from '../tree/html-tags.js'
import { appendText, createNode, type ContentModel, type Node } from '../tree/node.js'

const INDENT = /[ ]{0,3}(?=<)/y
const REST = /[ \t\v\f\r]*\n/y
const MARKUP_REST = /[ \t]*\n/y

/** Elements whose content is printed as it stands. A slash at the end of their start tag does not close them. */
const TAKEN_AS_IS = new Set(['script', 'style'])

/** How deep elements nest; the tags of deeper ones are text. */
const MAX_DEPTH = 200

/** A comment, an instruction or an element that stands among blocks, or the end of one. */
export function parseHtmlBlock(scanner: BlockScanner): boolean {
  const indent = scanner.check(INDENT)
  if (!indent) return false
  const start = scanner.pos + indent[0].length
  const tag = readTag(scanner.finder, start)
  if (!tag) return false
  if (tag.kind === 'markup') {
    if (scanner.source.charCodeAt(start + 1) === 63) return false
    if (start > scanner.pos) return false
    pushMarkup(scanner, { start, end: tag.end })
    scanner.scan(MARKUP_REST)
    return true
  }
  if (isSpanElement(tag.name, scanner.document.options.version)) return false
  if (tag.kind === 'close') {
    if (scanner.tree.type !== 'html' || scanner.tree.value !== tag.name) return false
    scanner.pos = tag.end
    scanner.isStopped = true
    return true
  }
  return readElement(scanner, tag)
}

function pushMarkup(scanner: BlockScanner, { start, end }: { start: number; end: number }): void {
  const markup = createNode('markup', scanner.source.slice(start, end), scanner.line)
  markup.isBlock = true
  scanner.pos = end
  scanner.push(markup)
}

function readElement(scanner: BlockScanner, tag: OpenTag): boolean {
  const { line, tree } = scanner
  if (scanner.htmlDepth >= MAX_DEPTH) return false
  const element = createNode('html', tag.name, line)
  element.attributes = tag.attributes
  element.isBlock = true
  element.isClosed = tag.isClosed && !TAKEN_AS_IS.has(tag.name)
  element.content = modelOf(scanner, tag)
  scanner.pos = tag.end
  scanner.push(element)
  const isInRaw = tree.type === 'html' && tree.content === 'raw'
  if (element.content === 'block') scanner.scan(REST)
  if (element.isClosed || VOID_ELEMENTS.has(tag.name)) return true
  readContent(scanner, element)
  if (!isInRaw && !TAKEN_AS_IS.has(tag.name)) scanner.scan(REST)
  return true
}

/** How the content is to be read: by `markdown="…"`, else as around it or by the option. */
function modelOf({ document, tree }: BlockScanner, { name, attributes }: OpenTag): ContentModel {
  const asked = attributes.get('markdown')
  attributes.delete('markdown')
  if (asked === 'block' || asked === 'span') return asked
  if (asked === '0') return 'raw'
  if (asked === '1') return contentModel(name)
  const isInRaw = tree.type === 'html' && tree.content === 'raw'
  return !isInRaw && document.options.parse_block_html ? contentModel(name) : 'raw'
}

function readContent(scanner: BlockScanner, element: Node): void {
  const { tree, line } = scanner
  scanner.htmlDepth++
  scanner.at.tree = element
  const isFound = readInside(scanner, element)
  scanner.at.tree = tree
  scanner.htmlDepth--
  if (!isFound) {
    warn(scanner.document, line, `Found no end tag for '${element.value}' - auto-closing it`)
  }
}

function readInside(scanner: BlockScanner, element: Node): boolean {
  if (TAKEN_AS_IS.has(element.value)) {
    return readToEnd(scanner, element, 'raw')
  }
  if (element.content === 'block') return scanner.at.parseHere(scanner)
  if (element.content === 'span') return readToEnd(scanner, element, 'source')
  return readRaw(scanner, element)
}

/** Takes all up to the element's end tag as it stands. */
function readToEnd(scanner: BlockScanner, element: Node, type: 'raw' | 'source'): boolean {
  const { source, pos, line } = scanner
  const close = findClose(scanner, element.value)
  const text = source.slice(pos, close?.start)
  if (text !== '') element.children.push(createNode(type, text, line))
  scanner.pos = close?.end ?? source.length
  return close !== null
}

function findClose(
  { source, pos, document, finder }: BlockScanner,
  name: string,
): { start: number; end: number } | null {
  for (let at = source.indexOf('</', pos); at >= 0; at = source.indexOf('</', at + 2)) {
    document.work++
    const tag = readTag(finder, at)
    if (tag?.kind === 'close' && tag.name.toLowerCase() === name) {
      return { start: at, end: tag.end }
    }
  }
  return null
}

/** Reads raw content: elements, and text between them, up to the end tag. */
function readRaw(scanner: BlockScanner, element: Node): boolean {
  const { source, document } = scanner
  while (!scanner.isDone) {
    document.work++
    const at = source.indexOf('<', scanner.pos)
    if (at < 0) break
    appendText(element, source.slice(scanner.pos, at))
    scanner.pos = at
    if (readRawTag(scanner, element)) return true
  }
  appendText(element, source.slice(scanner.pos))
  scanner.pos = source.length
  return false
}

/** Reads what stands at a `<`; true when it is the element's end tag. */
function readRawTag(scanner: BlockScanner, element: Node): boolean {
  const { source, pos, document } = scanner
  const data = readCharacterData(scanner.finder, pos, document.options)
  if (data !== null) {
    appendText(element, data.text)
    scanner.pos = data.end
    return false
  }
  const tag = readTag(scanner.finder, pos)
  if (tag?.kind === 'markup') {
    pushMarkup(scanner, { start: pos, end: tag.end })
    return false
  }
  if (tag?.kind === 'open' && readElement(scanner, tag)) return false
  const isEnd = tag?.kind === 'close' && tag.name === element.value
  scanner.pos = tag?.end ?? pos + 1
  if (isEnd) return true
  appendText(element, source.slice(pos, scanner.pos))
  if (tag?.kind === 'close') {
    warn(scanner.document, scanner.line, `Found invalidly used HTML closing tag for '${tag.name}'`)
  }
  return false
}
