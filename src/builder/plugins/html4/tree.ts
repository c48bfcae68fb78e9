/** Reading HTML as libxml2 does, which repairs it by the rules of HTML 4. */

import { decodeEntities } from './entities.js'
import { ENDED_BY, RAW, strengthOf, VOID } from './elements.js'

/** A run of text, decoded. */
interface TextNode {
  readonly kind: 'text'
  text: string
}

/** A comment, an instruction or the inside of a script: written as it is read. */
interface RawNode {
  readonly kind: 'raw' | 'script'
  readonly text: string
}

/** An element. */
export interface ElementNode {
  readonly kind: 'element'
  readonly name: string
  /** Decoded values in order; null where none is written. */
  readonly attributes: ReadonlyMap<string, string | null>
  readonly children: Html4Node[]
}

/** One piece of a document. */
export type Html4Node = TextNode | RawNode | ElementNode

const TAG = /<(\/?)([a-z_:][\w:.-]*)/iy
const ATTRIBUTE =
  /([a-z_:.\u0080-\uffff][\w:.\u0080-\uffff-]*)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'][^\s]*)))?|[^\s]+/gi
// Deeper elements count as empty: who prints the tree goes down it by calls.
const MAX_DEPTH = 250
const LEFT_OUT = new Set(['html', 'head', 'body'])

function readAttributes(written: string): Map<string, string | null> {
  const attributes = new Map<string, string | null>()
  for (const [, name, double, single, bare] of written.matchAll(ATTRIBUTE)) {
    const key = name?.toLowerCase()
    if (key === undefined || attributes.has(key)) continue
    const value = double ?? single ?? bare
    attributes.set(key, value === undefined ? null : decodeEntities(value))
  }
  return attributes
}

/** A tag, comment or instruction that is there whole. */
interface Markup {
  /** Puts it into the tree, and returns where to read on. */
  readonly take: () => number
}

/** Where the `>` of a tag is, behind its quotes; the length of the text where it has none. */
function tagEnd(html: string, from: number): number {
  for (let at = from; at < html.length; at++) {
    const char = html.charAt(at)
    if (char === '>') return at
    if (char !== '"' && char !== "'") continue
    const close = html.indexOf(char, at + 1)
    if (close < 0) return html.length
    at = close
  }
  return html.length
}

/** Builds the tree; what is open is a stack, the fragment at its bottom. */
class Reader {
  readonly #root: ElementNode = {
    kind: 'element',
    name: '',
    attributes: new Map(),
    children: [],
  }
  readonly #open: ElementNode[] = [this.#root]

  constructor(private readonly html: string) {}

  /** What has no end is text up to the end, so that nothing is looked for twice. */
  read(): Html4Node[] {
    const { html } = this
    let textStart = 0
    for (let at = html.indexOf('<'); at >= 0; at = html.indexOf('<', at)) {
      const markup = this.#markupAt(at)
      if (markup === 'open') break
      if (markup === null) {
        at++
        continue
      }
      this.#text(html.slice(textStart, at))
      at = textStart = markup.take()
    }
    this.#text(html.slice(textStart))
    return this.#root.children
  }

  #markupAt(at: number): Markup | 'open' | null {
    const { html } = this
    if (html.startsWith('<!--', at)) return this.#rawAt(at, '-->')
    if (html.startsWith('<?', at)) return this.#rawAt(at, '>')
    if (/^<!doctype/i.test(html.slice(at, at + 9))) {
      const end = html.indexOf('>', at)
      return end < 0 ? 'open' : { take: () => end + 1 }
    }
    TAG.lastIndex = at
    const match = TAG.exec(html)
    // An end tag without a name leaves what follows its slash.
    if (!match) return html.startsWith('</', at) ? { take: () => at + 2 } : null
    const [whole, slash, written = ''] = match
    const name = written.toLowerCase()
    const end = tagEnd(html, at + whole.length)
    if (end === html.length) return 'open'
    const attributes = html.slice(at + whole.length, end)
    const take = (): number => {
      if (slash === '') return this.#element(name, attributes, end + 1)
      this.#close(name)
      return end + 1
    }
    return { take }
  }

  #rawAt(at: number, close: string): Markup | 'open' {
    const end = this.html.indexOf(close, at)
    if (end < 0) return 'open'
    const take = (): number => {
      const text = this.html.slice(at, end + close.length)
      this.#top().children.push({ kind: 'raw', text })
      return end + close.length
    }
    return { take }
  }

  #top(): ElementNode {
    return this.#open[this.#open.length - 1] ?? this.#root
  }

  #text(written: string): void {
    if (written === '') return
    const { children } = this.#top()
    const last = children[children.length - 1]
    const text = decodeEntities(written)
    if (last?.kind === 'text') last.text += text
    else children.push({ kind: 'text', text })
  }

  /** @returns where to read on */
  #element(name: string, written: string, at: number): number {
    if (LEFT_OUT.has(name)) return at
    while (ENDED_BY.get(this.#top().name)?.has(name) === true) this.#open.pop()
    const isClosed = /(?:^|[\s"'])\/\s*$/.test(written)
    const attributes = readAttributes(isClosed ? written.replace(/\/\s*$/, '') : written)
    const element: ElementNode = { kind: 'element', name, attributes, children: [] }
    this.#top().children.push(element)
    if (isClosed || VOID.has(name) || this.#open.length > MAX_DEPTH) return at
    if (RAW.has(name)) return this.#script(element, at)
    this.#open.push(element)
    return at
  }

  #script(element: ElementNode, at: number): number {
    const close = new RegExp(`</${element.name}`, 'gi')
    close.lastIndex = at
    const end = close.exec(this.html)?.index ?? this.html.length
    const text = this.html.slice(at, end)
    if (text !== '') element.children.push({ kind: 'script', text })
    const after = this.html.indexOf('>', end)
    return after < 0 ? this.html.length : after + 1
  }

  #close(name: string): void {
    const strength = strengthOf(name)
    for (let depth = this.#open.length - 1; depth > 0; depth--) {
      const open = this.#open[depth]?.name ?? ''
      if (open === name) {
        this.#open.length = depth
        return
      }
      if (strengthOf(open) > strength) return
    }
  }
}

/** Reads a fragment of HTML; it never throws, and what is left open ends with it. */
export function readHtml4(html: string): Html4Node[] {
  return new Reader(html).read()
}
