/** Tokens as HTML: spans with Rouge's classes, and the table with line numbers. */

import type { TokenList } from './token.js'

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

/** Escapes `&`, `<` and `>`; quotes stay, since the text never stands in an attribute. */
function escapeText(text: string): string {
  return /[&<>]/.test(text) ? text.replace(/[&<>]/g, (char) => ESCAPES[char] ?? char) : text
}

/** Writes tokens as spans; plain text and already escaped text have none. */
export function formatSpans(tokens: TokenList): string {
  let html = ''
  for (const [i, token] of tokens.classes.entries()) {
    const text = tokens.texts[i] ?? ''
    if (token === '') html += escapeText(text)
    else if (token === 'esc') html += text
    else html += `<span class="${token}">${escapeText(text)}</span>`
  }
  return html
}

/** Classes and numbers of a table; those left out are Rouge's own. */
interface TableOptions {
  readonly startLine?: number
  readonly tableClass?: string
  readonly gutterClass?: string
  readonly codeClass?: string
}

/**
 * Puts highlighted code beside its line numbers, as `linenos` asks for.
 *
 * @param code the text that was highlighted, which tells how many lines there are
 * @param spans its HTML
 * @returns a table of one row with the numbers in one cell and the code in the other
 */
export function formatTable(code: string, spans: string, options: TableOptions = {}): string {
  const { startLine = 1, tableClass = 'rouge-table' } = options
  const { gutterClass = 'rouge-gutter', codeClass = 'rouge-code' } = options
  const ended = code.endsWith('\n')
  const count = code.split('\n').length - (ended ? 1 : 0)
  const numbers = Array.from({ length: count }, (_, i) => `${startLine + i}\n`).join('')
  return (
    `<table class="${tableClass}"><tbody><tr>` +
    `<td class="${gutterClass} gl"><pre class="lineno">${numbers}</pre></td>` +
    `<td class="${codeClass}"><pre>${spans}${ended ? '' : '\n'}</pre></td></tr></tbody></table>`
  )
}
