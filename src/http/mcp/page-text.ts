/** The text of a rendered page, without tags: what an assistant reads instead of HTML. */

import { createYielder } from '../../system/yielding.js'

/** Elements whose content is no text. */
const UNSEEN = new Set(['script', 'style', 'template', 'svg', 'noscript'])

/** Elements that begin a line. */
const LINES = new Set(
  'address article aside blockquote br dd div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hr li main nav ol option p pre section table td th title tr ul'.split(
    ' ',
  ),
)

const NAMED: Readonly<Record<string, string>> = {
  amp: '&',
  apos: "'",
  gt: '>',
  lt: '<',
  nbsp: ' ',
  quot: '"',
}

/** Reads a page from its beginning to its end, with yields to the event loop. */
export async function textOfPage(html: string): Promise<string> {
  const yieldIfDue = createYielder()
  const pieces: string[] = []
  let at = 0
  while (at < html.length) {
    const open = html.indexOf('<', at)
    const end = open < 0 ? html.length : open
    pieces.push(html.slice(at, end))
    if (open < 0) break
    const { name, after } = tagAt(html, open)
    if (LINES.has(name)) pieces.push('\n')
    at = UNSEEN.has(name) ? afterElement(html, { name, after }) : after
    await yieldIfDue()
  }
  return tidied(pieces.join(''))
}

interface Tag {
  /** Empty for what is no opening or closing tag. */
  readonly name: string
  /** Where the text goes on. */
  readonly after: number
}

function tagAt(html: string, open: number): Tag {
  const [, slash, name = ''] =
    /^<(\/?)([a-z][a-z0-9]*)/.exec(html.slice(open, open + 40).toLowerCase()) ?? []
  const isText = name === '' && !/[!/?]/.test(html.charAt(open + 1))
  // Before the end of a tag is looked for: without one, that reads all the rest.
  if (isText) return { name, after: open + 1 }
  const isComment = html.startsWith('<!--', open)
  const close = html.indexOf(isComment ? '-->' : '>', open)
  const after = close < 0 ? html.length : close + (isComment ? 3 : 1)
  return { name: slash === '/' && UNSEEN.has(name) ? '' : name, after }
}

function afterElement(html: string, { name, after }: Tag): number {
  const closing = new RegExp(`</${name}`, 'gi')
  closing.lastIndex = after
  return closing.exec(html)?.index ?? html.length
}

function tidied(text: string): string {
  return text
    .replace(/&(#x?[0-9a-f]{1,6}|[a-z]{2,4});/gi, (whole, code: string) => decoded(code) ?? whole)
    .split('\n')
    .map((line) => line.replace(/\s+/g, ' ').trim())
    .filter((line) => line !== '')
    .join('\n')
}

function decoded(code: string): string | undefined {
  if (!code.startsWith('#')) return NAMED[code.toLowerCase()]
  const point = /^#x/i.test(code) ? Number.parseInt(code.slice(2), 16) : Number(code.slice(1))
  return point > 0 && point <= 0x10ffff ? String.fromCodePoint(point).toWellFormed() : undefined
}
