/** Parses the HTML of a clipboard, and puts right what each program writes in its own way. */

import { joinLists, readWordLists } from './word-lists.js'
import { stylesOf } from './clipboard-style.js'

/** Elements without text. `o:p` is Word's mark for the end of a paragraph. */
const NOISE =
  'x-style, script, meta, link, title, xml, template, col, colgroup, br.Apple-interchange-newline'
const BLOCKS = 'p, div, ul, ol, table, blockquote, pre, hr, h1, h2, h3, h4, h5, h6'

/** More elements, or deeper ones, are no text that somebody would go on writing. */
const MAX_ELEMENTS = 30_000
const MAX_DEPTH = 120

/** The body of the HTML; null if it is too large. */
export function parsedClipboard(html: string): HTMLElement | null {
  const { body } = new DOMParser().parseFromString(unstyled(html), 'text/html')
  for (const element of body.querySelectorAll(NOISE)) element.remove()
  const all = [...body.querySelectorAll('*')]
  if (all.length > MAX_ELEMENTS || isTooDeep(body)) return null
  for (const element of all) {
    if (stylesOf(element).get('display') === 'none') element.remove()
    else if (element.localName === 'o:p') unwrap(element)
  }
  readFootnotes(body)
  readWordLists(body)
  for (const element of body.querySelectorAll('b, strong, i, em, span')) restyle(element)
  for (const element of body.querySelectorAll('a, img')) checkAddress(element)
  for (const element of body.querySelectorAll('table')) if (isLayout(element)) unwrapTable(element)
  for (const element of body.querySelectorAll(':is(h1, h2, h3, h4, h5, h6) strong')) unwrap(element)
  for (const element of body.querySelectorAll(
    'li > p:only-child, td > p:only-child, th > p:only-child',
  ))
    unwrap(element)
  for (const element of body.querySelectorAll('br')) if (isStray(element)) element.remove()
  joinLists(body)
  return body
}

/**
 * Renames style attributes and elements, and what would be run: the page's content security policy forbids them, and
 * styles are only read here. Spaces that don't break are only put in by programs, in place of others.
 */
function unstyled(html: string): string {
  return html
    .replace(/&nbsp;|&#160;|\u00a0/g, ' ')
    .replace(/<(\/?)style\b/gi, '<$1x-style')
    .replace(/<[a-z][^<>]*>/gi, (tag) => tag.replace(/([\s"'])(style|on\w+)=/gi, '$1data-$2='))
}

function isTooDeep(body: HTMLElement): boolean {
  let level: readonly Element[] = [body]
  for (let depth = 0; depth < MAX_DEPTH && level.length > 0; depth += 1) {
    level = level.flatMap((element) => [...element.children])
  }
  return level.length > 0
}

function unwrap(element: Element): void {
  element.replaceWith(...element.childNodes)
}

/** Google Docs wraps everything in a meaningless <b> and marks bold text by its style. */
function restyle(element: Element): void {
  const styles = stylesOf(element)
  const weight = styles.get('font-weight') ?? ''
  const names = []
  if (element.localName === 'span') {
    if (/^(?:bold|[6-9]00)/.test(weight)) names.push('strong')
    if (styles.get('font-style') === 'italic') names.push('em')
    if (/line-through/.test(styles.get('text-decoration') ?? '')) names.push('del')
  } else {
    const isPlain = /^(?:normal|[1-4]00)/.test(weight) || styles.get('font-style') === 'normal'
    if (!isPlain) return
  }
  for (const name of names) {
    const inner = element.ownerDocument.createElement(name)
    inner.append(...element.childNodes)
    element.append(inner)
  }
  unwrap(element)
}

/** Word's footnotes: references, and the texts at the end. */
function readFootnotes(body: HTMLElement): void {
  for (const link of body.querySelectorAll('a[href]')) {
    const [, kind, number] =
      /#_(ftn|edn|ftnref|ednref)(\d{1,4})$/.exec(link.getAttribute('href') ?? '') ?? []
    if (kind === undefined || number === undefined) continue
    const name = kind.startsWith('edn') ? `e${number}` : number
    if (kind.endsWith('ref')) {
      link.closest('div[id^="ftn"], div[id^="edn"]')?.setAttribute('data-note', name)
      link.remove()
    } else {
      const mark = body.ownerDocument.createElement('sup')
      mark.setAttribute('data-note', name)
      mark.textContent = name
      link.replaceWith(mark)
    }
  }
  const list = body.querySelector('[data-note]:is(div)')?.parentElement
  for (const rule of list?.querySelectorAll(':scope > hr, :scope > br') ?? []) rule.remove()
}

/** Google Docs links to a page that leads on; scripts, local files and parts of mails lead nowhere. */
function checkAddress(element: Element): void {
  const name = element.localName === 'img' ? 'src' : 'href'
  const given = element.getAttribute(name)?.trim() ?? ''
  const [, target] = /^https:\/\/www\.google\.com\/url\?(?:.*&)?q=([^&]+)/.exec(given) ?? []
  const address = target === undefined ? given : decoded(target)
  const isGood =
    /^(?:https?:|\/(?!\/))/i.test(address) ||
    (name === 'href' && /^(?:mailto:|tel:)/i.test(address))
  if (isGood) element.setAttribute(name, address)
  else if (name === 'src') element.remove()
  else unwrap(element)
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** Mails are laid out in tables; and a table of one column is a list of lines. */
function isLayout(table: HTMLTableElement): boolean {
  if (table.getAttribute('role') === 'presentation' || table.querySelector('table')) return true
  return [...table.rows].every(({ cells }) => cells.length < 2)
}

function unwrapTable(table: HTMLTableElement): void {
  const cells = [...table.rows].flatMap((row) => [...row.cells])
  table.replaceWith(
    ...cells.map((cell) => {
      const part = table.ownerDocument.createElement('div')
      part.append(...cell.childNodes)
      return part
    }),
  )
}

/** A line break beside a block or at the end of one is not seen. */
function isStray(element: Element): boolean {
  const next = nextShown(element, 'nextSibling')
  const before = nextShown(element, 'previousSibling')
  const isBlock = (node: Node | null) => node instanceof Element && node.matches(BLOCKS)
  return next === null || isBlock(next) || isBlock(before)
}

function nextShown(element: Element, side: 'nextSibling' | 'previousSibling'): Node | null {
  let node = element[side]
  while (
    node &&
    (node.nodeType === Node.COMMENT_NODE || node.textContent?.trim() === '') &&
    !(node instanceof Element)
  )
    node = node[side]
  return node
}
