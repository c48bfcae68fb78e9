/** Footnotes: their marks in the text, and the list at the end. */

import { escapeHtml } from '../tree/escape.js'
import { createNode, lastChild, type Node } from '../tree/node.js'
import type { Printer, UsedFootnote } from './printer.js'
import { entityHtml, NO_BREAK_SPACE } from './entity-output.js'

/** The mark in the text; a footnote gets its number the first time. */
export function printFootnoteMark(printer: Printer, node: Node): string {
  const { options } = printer.document
  const used = use(printer, node.value)
  if (!used) return ''
  const repeat = used.uses > 1 ? `:${used.uses - 1}` : ''
  const name = options.footnote_prefix + used.name
  const role = ' role="doc-noteref"'
  const open = `<sup id="fnref:${name}${repeat}"`
  const link = `<a href="#fn:${name}" class="footnote" rel="footnote"`
  if (options.version === '2.4') return `${open}${role}>${link}>${used.number}</a></sup>`
  const text = options.footnote_link_text.replace('%s', String(used.number))
  return `${open}>${link}${role}>${text}</a></sup>`
}

function use(printer: Printer, name: string): UsedFootnote | null {
  const known = printer.footnotesByName.get(name)
  if (known) {
    known.uses++
    return known
  }
  const definition = printer.document.footnotes.get(name)
  if (!definition) return null
  const number = printer.document.options.footnote_nr + printer.footnotes.length
  const used: UsedFootnote = { name, number, content: definition.content, uses: 1 }
  printer.footnotes.push(used)
  printer.footnotesByName.set(name, used)
  return used
}

/** Prints the list of footnotes; those may refer to further ones. */
export class FootnotePrinter {
  readonly #printer: Printer

  constructor(printer: Printer) {
    this.#printer = printer
  }

  print(): string {
    const { footnotes, document } = this.#printer
    if (footnotes.length === 0) return ''
    let items = ''
    for (let index = 0; index < footnotes.length; index++) {
      const footnote = footnotes[index]
      if (footnote) items += this.#printItem(footnote)
    }
    const first = document.options.footnote_nr
    const start = first === 1 ? '' : ` start="${first}"`
    return `<div class="footnotes" role="doc-endnotes">\n  <ol${start}>\n${items}  </ol>\n</div>\n`
  }

  #printItem(footnote: UsedFootnote): string {
    const { options } = this.#printer.document
    const name = options.footnote_prefix + footnote.name
    const role = options.version === '2.4' ? ' role="doc-endnote"' : ''
    const isPlaced = this.#placeBacklinks(footnote)
    const body = this.#printer.inner(footnote.content, 4)
    const rest = isPlaced ? '' : this.#ownBacklinks(footnote)
    return `    <li id="fn:${name}"${role}>\n${body}${rest}    </li>\n`
  }

  /** Puts the links into the text that ends the footnote; false when there is none. */
  #placeBacklinks(footnote: UsedFootnote): boolean {
    const { footnote_backlink_inline } = this.#printer.document.options
    const last = lastText(footnote.content, footnote_backlink_inline)
    if (!last) return false
    const links = this.#backlinks(footnote)
    if (links !== '') last.children.push(createNode('raw', this.#blank() + links))
    return true
  }

  #ownBacklinks(footnote: UsedFootnote): string {
    const links = this.#backlinks(footnote)
    return links === '' ? '' : `      <p>${links}</p>\n`
  }

  #backlinks({ name, uses }: UsedFootnote): string {
    const { options } = this.#printer.document
    if (options.footnote_backlink === '') return ''
    const text = backlinkText(options.footnote_backlink)
    const target = `${options.footnote_prefix}${name}`
    return Array.from({ length: uses }, (_, index) => {
      const repeat = index === 0 ? '' : `:${index}`
      const number = index === 0 ? '' : `<sup>${index + 1}</sup>`
      return `<a href="#fnref:${target}${repeat}" class="reversefootnote" role="doc-backlink">${text}${number}</a>`
    }).join(this.#blank())
  }

  #blank(): string {
    return entityHtml(NO_BREAK_SPACE, this.#printer.document.options)
  }
}

function backlinkText(text: string): string {
  return escapeHtml(text, 'text')
}

/** The paragraph or header that ends a footnote; those inside of other blocks only if asked. */
function lastText(content: Node, isDeep: boolean): Node | null {
  const last = lastChild(content)
  if (!last) return null
  if (last.type === 'p' || (isDeep && last.type === 'header')) return last
  return isDeep && NESTING.has(last.type) ? lastText(last, isDeep) : null
}

const NESTING: ReadonlySet<string> = new Set(['blockquote', 'ul', 'ol', 'li', 'dl', 'dd'])
