/** Lines of the form `{:…}`: attribute lists, named attribute lists, extensions. */

import type { BlockScanner } from './block-scanner.js'
import {
  createAttributeList,
  createDefinitionMark,
  ensureList,
  parseAttributeList,
} from '../tree/attribute-lists.js'
import { warn } from '../tree/document.js'
import { applyExtension, isExtension, type Extension } from '../tree/extensions.js'
import { lastChild } from '../tree/node.js'
import { IAL_START, LIST_TEXT } from './block-starts.js'

const DEFINITION = new RegExp(String.raw`[ ]{0,3}\{:(\w[\w-]*):(${LIST_TEXT})\}[ \t]*\n`, 'y')
const STOP_OR_START = new RegExp(
  String.raw`[ ]{0,3}\{:(?:/([A-Za-z]*)|:([A-Za-z]+)((?:(?=[ \t\n])${LIST_TEXT})?))\}[ \t]*\n`,
  'y',
)
const LIST = new RegExp(String.raw`[ ]{0,3}\{:(?![:/}])(${LIST_TEXT})\}[ \t]*\n`, 'y')

/** `{:…}` on a line of its own: an attribute list, a named one, or an extension. */
export function parseBlockExtension(scanner: BlockScanner): boolean {
  return parseNamedList(scanner) || parseExtension(scanner) || parseList(scanner)
}

function parseNamedList(scanner: BlockScanner): boolean {
  const match = scanner.scan(DEFINITION)
  if (!match) return false
  const [, name = '', text = ''] = match
  const { attributeLists } = scanner.document
  const list = attributeLists.get(name) ?? createAttributeList()
  attributeLists.set(name, list)
  parseAttributeList(text, list)
  scanner.push(createDefinitionMark())
  return true
}

function parseList(scanner: BlockScanner): boolean {
  const match = scanner.scan(LIST)
  if (!match) return false
  const text = match[1] ?? ''
  const last = lastChild(scanner.tree)
  if (last && last.type !== 'blank' && (last.type !== 'boundary' || last.value !== '')) {
    parseAttributeList(text, ensureList(last))
    if (!scanner.test(IAL_START)) scanner.push(createDefinitionMark())
  } else {
    scanner.pendingIal ??= createAttributeList()
    parseAttributeList(text, scanner.pendingIal)
  }
  return true
}

function parseExtension(scanner: BlockScanner): boolean {
  const match = scanner.check(STOP_OR_START)
  if (!match) return false
  const [whole, stop, name = '', options = '', slash] = match
  const { line, document } = scanner
  if (stop !== undefined) {
    warn(document, line, `Invalid extension stop tag`)
    return false
  }
  const closed = slash !== undefined || options.endsWith('/')
  const text = options.replace(/\/$/, '')
  const body = closed
    ? { text: null, end: scanner.pos + whole.length }
    : findBody(scanner, name, scanner.pos + whole.length)
  if (!isExtension(name) || !body) return false
  const extension: Extension = { name, options: text, body: body.text, line }
  scanner.pos = body.end
  const node = applyExtension(document, extension, true)
  scanner.push(node ?? createDefinitionMark())
  return true
}

function findBody(
  scanner: BlockScanner,
  name: string,
  start: number,
): { text: string; end: number } | null {
  const stop = `^[ ]{0,3}\\{:/(?:${name})?\\}[ \\t]*\\n`
  const close = scanner.finder.nextMatch(stop, start)
  if (close < 0) return null
  const end = scanner.source.indexOf('\n', close) + 1
  return { text: scanner.source.slice(start, close), end }
}
