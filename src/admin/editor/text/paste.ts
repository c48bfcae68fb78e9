/** Converts pasted HTML from word processors, mails, spreadsheets and web pages to Markdown. */

import TurndownService from 'turndown'
import { parsedClipboard } from './clipboard.js'
import { tableText } from './paste-table.js'

/** HTML with formatting that plain text would lose. */
const RICH =
  /<(?:h[1-6]|ul|ol|table|blockquote|b|strong|i|em|a|img|pre|code)\b|font-weight|font-style|mso-list/i

/** Longer HTML is pasted as plain text. A text of Word is some twenty times as long as its words. */
const MAX_CHARACTERS = 3_000_000

const service = new TurndownService({
  headingStyle: 'atx',
  bulletListMarker: '-',
  codeBlockStyle: 'fenced',
  emDelimiter: '_',
  hr: '---',
})

service.addRule('table', {
  filter: 'table',
  replacement: (_content, node) =>
    tableText(node as HTMLTableElement, (html) => service.turndown(html)),
})

service.addRule('strike', {
  filter: ['del', 's'],
  replacement: (content) => (content.trim() === '' ? content : `~~${content}~~`),
})

service.addRule('item', {
  filter: 'li',
  replacement: (content, node, options) => {
    const list = node.parentElement
    const place = list ? [...list.children].indexOf(node as Element) : 0
    const first = Number(list?.getAttribute('start') ?? 1)
    const sign =
      list?.localName === 'ol' ? `${first + place}. ` : `${options.bulletListMarker ?? '-'} `
    // What belongs to an item begins below its first letter.
    const text = content.trim().replace(/(?<!\n)\n+(?= *(?:-|\d+\.) )/g, '\n')
    const body = text.replace(/\n(?=[^\n])/g, `\n${' '.repeat(sign.length)}`)
    return `${sign}${body}${node.nextSibling ? '\n' : ''}`
  },
})

service.addRule('footnote', {
  filter: (node) => node.hasAttribute('data-note'),
  replacement: (content, node) => {
    const name = (node as Element).getAttribute('data-note') ?? ''
    if (node.nodeName === 'SUP') return `[^${name}]`
    return `\n\n[^${name}]: ${content.trim().replace(/\n(?=[^\n])/g, '\n    ')}\n\n`
  },
})

/** Copied HTML that is too long or too deep to be converted. */
export const TOO_LARGE = Symbol('too large')

/** The Markdown for copied HTML; null if the plain text is just as good. */
export function markdownOf(html: string): string | typeof TOO_LARGE | null {
  if (html.length > MAX_CHARACTERS) return TOO_LARGE
  if (!RICH.test(html)) return null
  const body = parsedClipboard(html)
  return body
    ? service
        .turndown(body)
        .replace(/(?<![ \t])[ \t]+$/gm, keepBreak)
        .trim()
    : TOO_LARGE
}

/** Two blanks at the end of a line are a line break. */
function keepBreak(blanks: string): string {
  return blanks === '  ' ? blanks : ''
}
