/** Reads tags, comments and instructions of HTML as kramdown's patterns do. */

import { BLOCK_ELEMENTS, isKnownElement, SPAN_ELEMENTS } from './html-elements.js'
import type { Attributes } from './node.js'
import type { Finder } from './finder.js'
import { matchAt } from './text.js'
import { XML_NAME } from './xml-names.js'

const name = XML_NAME
const space = '[ \\t\\n\\v\\f\\r]'
/** A value without quotes (kramdown/parser/html.rb: HTML_ATTRIBUTE_RE). */
const bare = String.raw`[\p{L}\p{M}\p{Nd}\p{Pc}]+`
const attribute = `${space}+${name}(?:${space}*=${space}*(?:"[^"]*"|'[^']*'|${bare}))?`
const OPEN_TAG = new RegExp(`<(${name})((?:${attribute})*)${space}*(/)?>`, 'yu')
const CLOSE_TAG = new RegExp(`</(${name})${space}*>`, 'yu')
const ATTRIBUTE = new RegExp(
  `(${name})(?:${space}*=${space}*(?:"([^"]*)"|'([^']*)'|(${bare})))?`,
  'gu',
)

/** A start tag as written. */
export interface OpenTag {
  readonly kind: 'open'
  /** Lower case when the element is known. */
  readonly name: string
  readonly attributes: Attributes
  readonly isClosed: boolean
  readonly end: number
}

/** An end tag as written. */
interface CloseTag {
  readonly kind: 'close'
  readonly name: string
  readonly end: number
}

/** A comment or a processing instruction: printed as it is. */
interface Markup {
  readonly kind: 'markup'
  readonly end: number
}

function canonicalName(written: string): string {
  const lower = written.toLowerCase()
  return isKnownElement(lower) ? lower : written
}

/** Reads the tag, comment or instruction at a `<`, or null. */
export function readTag(finder: Finder, pos: number): OpenTag | CloseTag | Markup | null {
  const { source } = finder
  const next = source.charCodeAt(pos + 1)
  if (next === 33) return readUntil(finder, pos, { open: '<!--', close: '-->' })
  if (next === 63) return readUntil(finder, pos, { open: '<?', close: '?>' })
  if (next === 47) {
    const match = matchAt(CLOSE_TAG, source, pos)
    if (!match) return null
    return { kind: 'close', name: canonicalName(match[1] ?? ''), end: pos + match[0].length }
  }
  const match = matchAt(OPEN_TAG, source, pos)
  if (!match) return null
  const tagName = canonicalName(match[1] ?? '')
  return {
    kind: 'open',
    name: tagName,
    attributes: readAttributes(match[2] ?? '', tagName),
    isClosed: match[3] !== undefined,
    end: pos + match[0].length,
  }
}

function readUntil(
  finder: Finder,
  pos: number,
  { open, close }: { open: string; close: string },
): Markup | null {
  if (!finder.source.startsWith(open, pos)) return null
  const end = finder.next(close, pos + open.length)
  return end < 0 ? null : { kind: 'markup', end: end + close.length }
}

function readAttributes(source: string, tagName: string): Attributes {
  const attributes: Attributes = new Map()
  const isHtml =
    SPAN_ELEMENTS.has(tagName) || BLOCK_ELEMENTS.has(tagName) || isKnownElement(tagName)
  for (const [, key = '', double, single, bare] of source.matchAll(ATTRIBUTE)) {
    attributes.set(isHtml ? key.toLowerCase() : key, double ?? single ?? bare ?? '')
  }
  return attributes
}
