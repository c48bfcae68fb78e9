/** Attribute lists and extensions within text: `{:…}`. */

import {
  applyAttributeList,
  createAttributeList,
  ensureList,
  parseAttributeList,
} from '../tree/attribute-lists.js'
import { warn } from '../tree/document.js'
import { applyExtension, isExtension } from '../tree/extensions.js'
import { lastChild } from '../tree/node.js'
import type { SpanScanner } from './span-scanner.js'
import { matchAt } from '../tree/text.js'

// What looks like an extension or its end is none.
const LIST = /\{:(?!\/(?:\w[\w-]*)?\}|:\w+(?:[ \t\n][^}]*)?\})((?:\\\}|[^}])+)\}/y
const EXTENSION = /\{::([A-Za-z]+)((?:[ \t\n][^}]*?)?)(\/)?\}/y

/** An attribute list right behind a span, or an extension in text. */
export function parseSpanExtension(scanner: SpanScanner): number {
  return parseExtension(scanner) ?? parseList(scanner)
}

function parseExtension(scanner: SpanScanner): number | null {
  const { source, pos, document } = scanner
  const match = matchAt(EXTENSION, source, pos)
  if (!match) return null
  const [whole, name = '', options = '', closed] = match
  if (!isExtension(name)) return null
  const start = pos + whole.length
  const close = closed ? { at: start, end: start } : findStop(scanner, start, name)
  if (!close) return null
  const body = closed ? null : source.slice(start, close.at)
  const node = applyExtension(document, { name, options, body, line: scanner.at.line }, false)
  if (node) scanner.emit(pos, node)
  else scanner.flush(pos)
  return close.end
}

function findStop(
  { source, finder }: SpanScanner,
  start: number,
  name: string,
): { at: number; end: number } | null {
  const stop = `\\{:/(?:${name})?\\}`
  const at = finder.nextMatch(stop, start)
  return at < 0 ? null : { at, end: source.indexOf('}', at) + 1 }
}

function parseList(scanner: SpanScanner): number {
  const { source, pos, document, tree, finder } = scanner
  if (finder.next('}', pos) < 0) return -1
  const match = matchAt(LIST, source, pos)
  if (!match) return -1
  const last = scanner.pending === pos ? lastChild(tree) : undefined
  if (last && last.type !== 'text') {
    const list = createAttributeList()
    parseAttributeList(match[1] ?? '', list)
    parseAttributeList(match[1] ?? '', ensureList(last))
    applyAttributeList(document, last, list)
    return pos + match[0].length
  }
  warn(document, scanner.line, 'Found span IAL after text - ignoring it')
  scanner.emitText(pos, '{')
  return pos + 1
}
