import {
  applyAttributeList,
  createAttributeList,
  ensureList,
  parseAttributeList,
} from './attribute-lists.js'
import { warn } from './document.js'
import { applyExtension, isExtension } from './extensions.js'
import { lastChild } from './node.js'
import type { SpanScanner } from './span-scanner.js'
import { matchAt } from './text.js'

const LIST = /\{:(?![:/])((?:\\\}|[^}])*)\}/y
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
  { source }: SpanScanner,
  start: number,
  name: string,
): { at: number; end: number } | null {
  for (let at = source.indexOf('{:/', start); at >= 0; at = source.indexOf('{:/', at + 3)) {
    if (source.charAt(at + 3) === '}') return { at, end: at + 4 }
    if (source.startsWith(`${name}}`, at + 3)) return { at, end: at + 4 + name.length }
  }
  return null
}

function parseList(scanner: SpanScanner): number {
  const { source, pos, document, tree } = scanner
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
