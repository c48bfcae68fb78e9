/** Lists of pasted HTML: Word writes their items as paragraphs, Google Docs puts lists beside items. */

import { stylesOf } from './clipboard-style.js'

/** A sign in front of an item that is counted. */
const COUNTED = /^\s*(?:\d{1,3}|[a-z]{1,2}|[ivxlc]{1,6})[.)]/i
/** The signs of items that Word writes as text, if it does not mark them. */
const SIGN = /^\s*(?:[·•o§▪-]|\d{1,3}[.)])\s+/u

/** Converts Word's list paragraphs, which contain their sign as text, to lists with their levels. */
export function readWordLists(body: HTMLElement): void {
  for (const paragraph of body.querySelectorAll('p')) {
    const level = levelOf(paragraph)
    if (level === null) continue
    const item = body.ownerDocument.createElement('li')
    const isCounted = COUNTED.test(takeSign(paragraph))
    item.append(...paragraph.childNodes)
    const name = isCounted ? 'ol' : 'ul'
    const before = paragraph.previousElementSibling
    if (before?.hasAttribute('data-word')) {
      listAt(before, { level, name }).append(item)
      paragraph.remove()
      continue
    }
    const list = body.ownerDocument.createElement(name)
    list.setAttribute('data-word', String(level))
    list.append(item)
    paragraph.replaceWith(list)
  }
}

/** The level of a list paragraph, from 1; null for another one. */
function levelOf(paragraph: Element): number | null {
  const [, level] = /level(\d)/.exec(stylesOf(paragraph).get('mso-list') ?? '') ?? []
  if (level !== undefined) return Number(level)
  const isItem = /MsoListParagraph/.test(paragraph.className)
  return isItem && SIGN.test(paragraph.textContent ?? '') ? 1 : null
}

/** Takes the sign out of a paragraph. */
function takeSign(paragraph: Element): string {
  const marked = [...paragraph.querySelectorAll('span')].find(
    (element) => stylesOf(element).get('mso-list') === 'ignore',
  )
  marked?.remove()
  if (marked) return marked.textContent ?? ''
  const walker = paragraph.ownerDocument.createTreeWalker(paragraph, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const text = node.textContent ?? ''
    if (text.trim() === '') continue
    node.textContent = text.replace(SIGN, '')
    return text
  }
  return ''
}

/** The list of a level at the end of another one, made if it is not there. */
function listAt(top: Element, { level, name }: { readonly level: number; readonly name: string }) {
  let list = top
  for (let at = Number(top.getAttribute('data-word')); at < level; at += 1) {
    const item = list.lastElementChild ?? list.appendChild(top.ownerDocument.createElement('li'))
    const last = item.lastElementChild
    list =
      last && /^[ou]l$/.test(last.localName)
        ? last
        : item.appendChild(top.ownerDocument.createElement(name))
  }
  return list
}

/** Puts lists that are beside items, as Google Docs has them, into the item before. */
export function joinLists(body: HTMLElement): void {
  for (const list of body.querySelectorAll(':is(ul, ol) > :is(ul, ol)')) {
    const item = list.previousElementSibling
    if (item?.localName === 'li') item.append(list)
  }
}
