/** Escapes text and attributes for HTML. */

import type { Attributes } from './node.js'

const TEXT_ENTITIES: Record<string, string> = {
  '<': '&lt;',
  '>': '&gt;',
  '&': '&amp;',
  '"': '&quot;',
}

const entity = '&(?!(?:[\\w:][-\\w.:]*|#\\d+|#x[0-9a-fA-F]+);)'
const patterns = {
  all: /[<>&]/g,
  text: new RegExp(`${entity}|[<>]`, 'g'),
  attribute: new RegExp(`${entity}|[<>"]`, 'g'),
}

const QUICK = { all: /[<>&]/, text: /[<>&]/, attribute: /[<>&"]/ }

/**
 * Escapes markup.
 *
 * @param kind `all` escapes every `&`; `text` and `attribute` leave entities as they are
 */
export function escapeHtml(text: string, kind: 'all' | 'text' | 'attribute'): string {
  if (!QUICK[kind].test(text)) return text
  return text.replace(patterns[kind], (character) => TEXT_ENTITIES[character] ?? character)
}

/** Prints attributes with a blank before each; an empty id is left out. */
export function formatAttributes(attributes: Attributes | null): string {
  if (!attributes || attributes.size === 0) return ''
  let html = ''
  for (const [name, value] of attributes) {
    if (name === 'id' && /^[ \t\n]*$/.test(value)) continue
    html += ` ${name}="${escapeHtml(value, 'attribute')}"`
  }
  return html
}
