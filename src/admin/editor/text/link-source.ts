/** A link as Markdown has it: its words, its address and kramdown's attributes behind it; and the headings of a text. */

import { markdownLanguage } from '@codemirror/lang-markdown'
import { syntaxTree } from '@codemirror/language'
import type { ChangeSpec, EditorState, TransactionSpec } from '@codemirror/state'
import type { SyntaxNode, SyntaxNodeRef } from '@lezer/common'
import { altText, inAddress } from './format.js'

/** What a link is to be. */
export interface LinkShown {
  readonly label: string
  readonly address: string
  readonly isNewTab: boolean
}

interface Range {
  readonly from: number
  readonly to: number
}

export interface LinkSource extends LinkShown, Range {
  readonly words: Range
  /** Where the address is written. */
  readonly target: Range
  /** With the braces; empty at the end of the link if there are none. */
  readonly attributes: Range
}

const ATTRIBUTES = /^\{:[^}\n]*\}/
const TARGET = /(?<!\s)\s*\btarget="?_blank"?/
const NOOPENER = /(?<!\s)\s*\brel="noopener"/
const NEW_TAB = 'target="_blank" rel="noopener"'

/** The link with the cursor; null for none, and for one whose address stands elsewhere. */
export function linkAt(state: EditorState): LinkSource | null {
  const { head } = state.selection.main
  for (const side of [1, -1] as const) {
    let node: SyntaxNode | null = syntaxTree(state).resolveInner(head, side)
    while (node && node.name !== 'Link') node = node.parent
    const link = node && readLink(state, node)
    if (link) return link
  }
  return null
}

function readLink(state: EditorState, node: SyntaxNode): LinkSource | null {
  const url = node.getChild('URL')
  const [first, end] = node.getChildren('LinkMark')
  if (!url || !first || !end) return null
  const words = { from: first.to, to: end.from }
  const found = ATTRIBUTES.exec(state.sliceDoc(node.to, state.doc.lineAt(node.to).to))?.[0] ?? ''
  return {
    from: node.from,
    to: node.to + found.length,
    label: state.sliceDoc(words.from, words.to),
    address: state.sliceDoc(url.from, url.to),
    isNewTab: TARGET.test(found),
    words,
    target: { from: url.from, to: url.to },
    attributes: { from: node.to, to: node.to + found.length },
  }
}

/** Makes a link other, without touching what stays; without one, puts it in place of a range. */
export function editLink(
  state: EditorState,
  link: LinkSource | Range,
  shown: LinkShown,
): TransactionSpec {
  const address = inAddress(shown.address)
  if (!('words' in link)) {
    const label = altText(shown.label) || shown.address
    const insert = `[${label}](${address})${shown.isNewTab ? `{:${NEW_TAB}}` : ''}`
    const changes = { from: link.from, to: link.to, insert }
    return { changes, selection: { anchor: link.from + insert.length } }
  }
  const changes: ChangeSpec[] = []
  if (shown.label !== link.label) changes.push({ ...link.words, insert: altText(shown.label) })
  if (shown.address !== link.address) changes.push({ ...link.target, insert: address })
  if (shown.isNewTab !== link.isNewTab) {
    const was = state.sliceDoc(link.attributes.from, link.attributes.to)
    changes.push({ ...link.attributes, insert: withTab(was, shown.isNewTab) })
  }
  return { changes }
}

/** Leaves the words of a link. */
export function removeLink(link: LinkSource): TransactionSpec {
  return {
    changes: [
      { from: link.from, to: link.words.from },
      { from: link.words.to, to: link.to },
    ],
  }
}

function withTab(attributes: string, isNewTab: boolean): string {
  if (isNewTab) {
    return attributes === '' ? `{:${NEW_TAB}}` : attributes.replace(/(?<!\s)\s*\}$/, ` ${NEW_TAB}}`)
  }
  const rest = attributes.replace(TARGET, '').replace(NOOPENER, '')
  return /^\{:\s*\}$/.test(rest) ? '' : rest
}

/** The address that was typed or pasted; null for words to search for. */
export function typedAddress(text: string): string | null {
  const typed = text.trim()
  if (/^(?:https?:\/\/|mailto:|tel:)\S+$/i.test(typed) || /^[/#]\S*$/.test(typed)) return typed
  if (/^[^\s@/]+@[^\s@/]+\.[a-z]{2,}$/i.test(typed)) return `mailto:${typed}`
  return /^www\.\S+\.\S+$/i.test(typed) ? `https://${typed}` : null
}

interface Heading {
  readonly title: string
  /** What an address ends with, behind its `#`. */
  readonly id: string
}

const SIGNS = new Set(['HeaderMark', 'EmphasisMark', 'CodeMark', 'LinkMark', 'URL', 'LinkTitle'])
/** Of a heading, behind its words: `{#name}` or `{: #name}`. */
const OWN_ID = /(?<!\s)\s*\{:?\s*#([\w-]+)[^}]*\}\s*$/
// Letters as kramdown counts them for headings: digits, but no ¹, ½ and ①.
const NOT_IN_ID = /[^\p{Alphabetic}\p{M}\p{Nd}\p{Pc}\- \t]/gu

/** The headings of a text, with the ids that kramdown gives them as Jekyll runs it. */
export function headingsOf(text: string): readonly Heading[] {
  const used = new Map<string, number>()
  const found: Heading[] = []
  markdownLanguage.parser.parse(text).iterate({
    enter: (node) => {
      if (!/^(?:ATX|Setext)Heading/.test(node.name)) return true
      const words = wordsOf(text, node)
      const title = words.replace(OWN_ID, '').trim()
      const own = OWN_ID.exec(words)?.[1]
      found.push({ title, id: own ?? numbered(generatedId(title), used) })
      return false
    },
  })
  return found
}

/** The words of a heading without the signs of Markdown. */
function wordsOf(text: string, heading: SyntaxNodeRef): string {
  let words = ''
  let at = heading.from
  heading.node.cursor().iterate(({ name, from, to }) => {
    if (!SIGNS.has(name)) return
    words += text.slice(at, from)
    at = to
  })
  return (words + text.slice(at, heading.to)).trim()
}

function generatedId(title: string): string {
  return title.toLowerCase().replace(NOT_IN_ID, '').replace(/[ \t]/g, '-')
}

function numbered(id: string, used: Map<string, number>): string {
  const count = used.get(id)
  used.set(id, count === undefined ? 0 : count + 1)
  return count === undefined ? id : `${id}-${count + 1}`
}
