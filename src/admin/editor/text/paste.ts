/** Converts pasted HTML from word processors and web pages to Markdown. */

import TurndownService from 'turndown'

/** Elements without text. */
const NOISE = 'x-style, script, meta, link, title, xml'
/** HTML with formatting that plain text would lose. */
const RICH = /<(?:h[1-6]|ul|ol|table|blockquote|b|strong|i|em|a|img)\b|font-weight|font-style/i

const service = new TurndownService({
  headingStyle: 'atx',
  bulletListMarker: '-',
  codeBlockStyle: 'fenced',
  emDelimiter: '_',
  hr: '---',
})

service.addRule('table', {
  filter: 'table',
  replacement: (_content, node) => tableText(node as HTMLTableElement),
})

service.addRule('strike', {
  filter: ['del', 's'],
  replacement: (content) => (content.trim() === '' ? content : `~~${content}~~`),
})

/** The Markdown for copied HTML; null if the plain text is just as good. */
export function markdownOf(html: string): string | null {
  if (!RICH.test(html)) return null
  const { body } = new DOMParser().parseFromString(unstyled(html), 'text/html')
  for (const element of body.querySelectorAll(NOISE)) element.remove()
  unwrapParagraphs(body)
  for (const element of body.querySelectorAll('b, strong, i, em, span')) restyle(element)
  for (const element of body.querySelectorAll('p')) listItem(element)
  return service.turndown(body).replaceAll('\u00a0', ' ').trim()
}

/**
 * Renames style attributes and elements: the page's content security policy forbids them, and they are only read
 * here.
 */
function unstyled(html: string): string {
  return html
    .replace(/<(\/?)style\b/gi, '<$1x-style')
    .replace(/<[a-z][^<>]*>/gi, (tag) => tag.replace(/\sstyle=/i, ' data-style='))
}

/** Google Docs wraps everything in a meaningless <b> and marks bold text by its style. */
function restyle(element: Element): void {
  const style = element.getAttribute('data-style') ?? ''
  const isBold = /font-weight:\s*(?:bold|[6-9]00)/i.test(style)
  const isItalic = /font-style:\s*italic/i.test(style)
  const isPlain = /font-weight:\s*(?:normal|[1-4]00)/i.test(style)
  const isMark = element.localName !== 'span'
  if (isMark && !isPlain) return
  const document = element.ownerDocument
  let inner: Node = document.createDocumentFragment()
  inner.appendChild(wrapped(element))
  if (!isMark && isItalic) inner = elementAround(document, 'em', inner)
  if (!isMark && isBold) inner = elementAround(document, 'strong', inner)
  element.replaceWith(inner)
}

function wrapped(element: Element): DocumentFragment {
  const fragment = element.ownerDocument.createDocumentFragment()
  fragment.append(...element.childNodes)
  return fragment
}

function elementAround(document: Document, name: 'em' | 'strong', inner: Node): Node {
  const element = document.createElement(name)
  element.append(inner)
  return element
}

/** Removes paragraphs in table cells and in list items of Google Docs, which would become blank lines. */
function unwrapParagraphs(body: HTMLElement): void {
  for (const element of body.querySelectorAll('li > p:only-child, td > p:only-child')) {
    element.replaceWith(wrapped(element))
  }
}

/** Converts Word's list paragraphs, which contain their bullet as text, to list items. */
function listItem(element: HTMLParagraphElement): void {
  if (!/MsoListParagraph/.test(element.className)) return
  const text = element.textContent ?? ''
  const isNumbered = /^\s*\d{1,3}[.)]/.test(text)
  const list = element.ownerDocument.createElement(isNumbered ? 'ol' : 'ul')
  const item = element.ownerDocument.createElement('li')
  item.append(wrapped(element))
  stripSign(item)
  const before = element.previousElementSibling
  if (before?.localName === list.localName) {
    before.append(item)
    element.remove()
  } else {
    list.append(item)
    element.replaceWith(list)
  }
}

/** Removes the bullet at the start of an item. */
function stripSign(item: HTMLElement): void {
  const walker = item.ownerDocument.createTreeWalker(item, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const text = node.textContent ?? ''
    if (text.trim() === '') continue
    node.textContent = text.replace(/^\s*(?:[·•o§▪-]|\d{1,3}[.)])\s*/u, '')
    return
  }
}

function tableText(table: HTMLTableElement): string {
  const rows = [...table.rows].map((row) => [...row.cells].map(cellText))
  const width = Math.max(0, ...rows.map((row) => row.length))
  if (width === 0) return ''
  const line = (cells: readonly string[]) =>
    `| ${Array.from({ length: width }, (_, index) => cells[index] ?? '').join(' | ')} |`
  const [head = [], ...rest] = rows
  const rule = `|${' --- |'.repeat(width)}`
  return `\n\n${[line(head), rule, ...rest.map(line)].join('\n')}\n\n`
}

function cellText(cell: HTMLTableCellElement): string {
  const text = service.turndown(cell.innerHTML).replaceAll('|', '\\|')
  // A table row must be one line.
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join(' ')
}
