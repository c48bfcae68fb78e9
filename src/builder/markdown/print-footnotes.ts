import { escapeHtml } from './escape.js'
import { createNode, lastChild, type Node } from './node.js'
import type { Printer, UsedFootnote } from './printer.js'

const NO_BREAK_SPACE = '\u00a0'

/** The mark in the text; a footnote gets its number the first time. */
export function printFootnoteMark(printer: Printer, node: Node): string {
  const { options } = printer.document
  const used = use(printer, node.value)
  if (!used) return ''
  const repeat = used.uses > 1 ? `:${used.uses - 1}` : ''
  const name = options.footnote_prefix + used.name
  const text = options.footnote_link_text.replace('%s', String(used.number))
  const rel = options.version === '2.4' ? ' rel="footnote"' : ' rel="footnote"'
  return (
    `<sup id="fnref:${name}${repeat}"${options.version === '2.4' ? ' role="doc-noteref"' : ''}>` +
    `<a href="#fn:${name}" class="footnote"${rel}` +
    `${options.version === '2.4' ? '' : ' role="doc-noteref"'}>${text}</a></sup>`
  )
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
    const name = this.#printer.document.options.footnote_prefix + footnote.name
    const role = this.#printer.document.options.version === '2.4' ? ' role="doc-endnote"' : ''
    const { content } = footnote
    const body = this.#printer.inner(content, 4)
    void createNode
    void lastChild
    return `    <li id="fn:${name}"${role}>\n${this.#addBacklinks(body, footnote, content)}    </li>\n`
  }

  #addBacklinks(body: string, footnote: UsedFootnote, content: Node): string {
    const { options } = this.#printer.document
    const links = this.#backlinks(footnote)
    if (links === '') return body
    const last = lastChild(content)
    const place = last?.type === 'p' ? body.lastIndexOf('</p>') : -1
    if (place >= 0) return `${body.slice(0, place)}${NO_BREAK_SPACE}${links}${body.slice(place)}`
    void options
    return `${body}      <p>${links}</p>\n`
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
    }).join(NO_BREAK_SPACE)
  }
}

function backlinkText(text: string): string {
  return escapeHtml(text, 'text')
}
