/** Filters on HTML, URLs and base64. */

import type { FilterDefinition } from '../definition.js'
import { argumentError } from '../error.js'
import { toRubyString } from '../text.js'
import type { LiquidValue } from '../value.js'
import { decodeBase64 } from './string.js'

const ENTITIES = new Map([
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
  ['"', '&quot;'],
  ["'", '&#39;'],
])

const entity = (char: string): string => ENTITIES.get(char) ?? char

/** Escapes the five characters that mean something in HTML. */
export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, entity)

const escapeOnce = (text: string): string =>
  text.replace(/[<>"']|&(?!(?:[a-zA-Z]+|#\d+);)/g, entity)

/** Ruby's `CGI.escape`: a blank is `+`, only `_.-~` and ASCII's letters and digits stay. */
const escapeUrl = (text: string): string =>
  encodeURIComponent(Buffer.from(text).toString())
    .replace(/[!'()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`)
    .replaceAll('%20', '+')

const unescapeUrl = (text: string): string => {
  const bytes = text
    .replaceAll('+', ' ')
    .replace(/(?:%[0-9a-fA-F]{2})+/g, (run) => decodeRun(run.replaceAll('%', '')))
  return bytes
}

const decodeRun = (hex: string): string => {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(
      Buffer.from(hex, 'hex'),
    )
  } catch {
    throw argumentError('invalid byte sequence in UTF-8')
  }
}

const BLOCKS: readonly (readonly [open: string, close: string])[] = [
  ['<script', '</script>'],
  ['<!--', '-->'],
  ['<style', '</style>'],
]

const blockEnd = (text: string, at: number, closed: Map<string, boolean>): number => {
  for (const [open, close] of BLOCKS) {
    if (!text.startsWith(open, at) || closed.get(close) === false) continue
    const end = text.indexOf(close, at + open.length)
    if (end >= 0) return end + close.length
    // None from here on, so none from any later place.
    closed.set(close, false)
  }
  return -1
}

const removeBlocks = (text: string): string => {
  const closed = new Map<string, boolean>()
  let result = ''
  let from = 0
  for (let at = text.indexOf('<'); at >= 0; at = text.indexOf('<', at)) {
    const end = blockEnd(text, at, closed)
    if (end < 0) {
      at++
      continue
    }
    result += text.slice(from, at)
    from = at = end
  }
  return result + text.slice(from)
}

const removeTags = (text: string): string => {
  let result = ''
  let from = 0
  for (let at = text.indexOf('<'); at >= 0; at = text.indexOf('<', from)) {
    const end = text.indexOf('>', at)
    if (end < 0) break
    result += text.slice(from, at)
    from = end + 1
  }
  return result + text.slice(from)
}

const unlessNil = (name: string, change: (text: string) => string): FilterDefinition => ({
  name,
  arity: [0, 0],
  apply: (input): LiquidValue => (input === null ? null : change(toRubyString(input))),
})

const onText = (name: string, change: (text: string) => string): FilterDefinition => ({
  name,
  arity: [0, 0],
  apply: (input) => change(toRubyString(input)),
})

const urlSafe = (base64: string): string => base64.replaceAll('+', '-').replaceAll('/', '_')

const encodeBase64 = (text: string): string => Buffer.from(text).toString('base64')

export const HTML_FILTERS: readonly FilterDefinition[] = [
  unlessNil('escape', escapeHtml),
  unlessNil('h', escapeHtml),
  onText('escape_once', escapeOnce),
  unlessNil('url_encode', escapeUrl),
  unlessNil('url_decode', unescapeUrl),
  onText('strip_html', (text) => removeTags(removeBlocks(text))),
  onText('base64_encode', encodeBase64),
  onText('base64_decode', (text) => decodeBase64(text, 'base64_decode')),
  onText('base64_url_safe_encode', (text) => urlSafe(encodeBase64(text))),
  onText('base64_url_safe_decode', (text) => decodeBase64(text, 'base64_url_safe_decode')),
]
