/**
 * A picture as Markdown has it: its text, kramdown's attributes behind it, and a caption in the line below. An edit
 * changes only what is edited; other attributes, titles and addresses stay as they are written.
 */

import { syntaxTree } from '@codemirror/language'
import type { ChangeSpec, EditorState, TransactionSpec } from '@codemirror/state'
import type { SyntaxNode } from '@lezer/common'
import { altText, captionText, type PictureShown } from './format.js'

interface Range {
  readonly from: number
  readonly to: number
}

export interface PictureSource extends PictureShown, Range {
  readonly address: string
  readonly alt: Range
  /** With the braces; empty at the end of the picture if there are none. */
  readonly attributes: Range
  /** From the end of the line above; empty if there is none. */
  readonly below: Range
}

const ATTRIBUTES = /^\{:[^}\n]*\}/
const WIDTH = /\swidth=(?:"(\d{1,5})(?:px)?"|(\d{1,5})\b)/
const CAPTION = /^(?:_(?!_)(.+)(?<!_)_|\*(?!\*)(.+)(?<!\*)\*)[ \t]*$/

/** The picture of a node called `Image`; null for one whose address stands elsewhere. */
export function readPicture(state: EditorState, node: SyntaxNode): PictureSource | null {
  const url = node.getChild('URL')
  const end = node.getChildren('LinkMark')[1]
  const line = state.doc.lineAt(node.from)
  // What stands in its place must not contain a line break.
  if (!url || !end || line.to < node.to) return null
  const alt = { from: node.from + 2, to: end.from }
  const found = ATTRIBUTES.exec(state.sliceDoc(node.to, line.to))?.[0] ?? ''
  const attributes = { from: node.to, to: node.to + found.length }
  const width = WIDTH.exec(found)
  const caption = captionBelow(state, attributes.to)
  return {
    from: node.from,
    to: attributes.to,
    address: state.sliceDoc(url.from, url.to),
    label: state.sliceDoc(alt.from, alt.to).replace(/\\(?=[[\]\\])/g, ''),
    width: width?.[1] ?? width?.[2] ?? '',
    caption: caption.text,
    alt,
    attributes,
    below: caption,
  }
}

/** The caption of a picture that ends its line; its place is empty if the next line is none. */
function captionBelow(state: EditorState, at: number): Range & { readonly text: string } {
  const none = { from: at, to: at, text: '' }
  const line = state.doc.lineAt(at)
  if (state.sliceDoc(at, line.to).trim() !== '' || line.number === state.doc.lines) return none
  const next = state.doc.line(line.number + 1)
  const found = CAPTION.exec(next.text)
  const text = found?.[1] ?? found?.[2]
  return text === undefined
    ? none
    : { from: at, to: next.to, text: text.replace(/\\([_*])/g, '$1') }
}

/**
 * The picture that an offset is in or beside; null for none.
 *
 * @param side of the offset on which it is, if it is between two
 */
export function pictureAt(state: EditorState, at: number, side: 1 | -1 = 1): PictureSource | null {
  const found: PictureSource[] = []
  const { from, to } = state.doc.lineAt(at)
  syntaxTree(state).iterate({
    from,
    to,
    enter: ({ name, node }) => {
      const picture = name === 'Image' ? readPicture(state, node) : null
      if (picture && picture.from <= at && picture.to >= at) found.push(picture)
    },
  })
  return (side === 1 ? found.at(-1) : found[0]) ?? null
}

/** Shows a picture otherwise. */
export function editPicture(
  state: EditorState,
  picture: PictureSource,
  shown: PictureShown,
): TransactionSpec {
  const changes: ChangeSpec[] = []
  const { alt, attributes, below } = picture
  if (shown.label !== picture.label) changes.push({ ...alt, insert: altText(shown.label) })
  if (shown.width !== picture.width) {
    const was = state.sliceDoc(attributes.from, attributes.to)
    changes.push({ ...attributes, insert: withWidth(was, shown.width) })
  }
  if (shown.caption !== picture.caption) {
    const text = captionText(shown.caption)
    changes.push({ ...below, insert: text === '' ? '' : state.lineBreak + text })
  }
  return { changes }
}

/** Takes a picture out, with its caption and a line that would be empty. */
export function removePicture(state: EditorState, picture: PictureSource): TransactionSpec {
  const { from, to, below } = picture
  const end = Math.max(to, below.to)
  const [first, last] = [state.doc.lineAt(from), state.doc.lineAt(end)]
  const isAlone = first.from === from && last.to === end
  const isBelowEmpty =
    isAlone && last.number < state.doc.lines && state.doc.line(last.number + 1).text.trim() === ''
  const rest = isBelowEmpty ? state.doc.line(last.number + 1).to + 1 : isAlone ? end + 1 : end
  return {
    changes: { from, to: Math.min(rest, state.doc.length) },
    selection: { anchor: from },
  }
}

/** Attributes with another width; empty for none. */
function withWidth(attributes: string, width: string): string {
  const own = /^\d{1,5}$/.test(width) ? ` width="${Number(width)}"` : ''
  if (attributes === '') return own === '' ? '' : `{:${own}}`
  if (WIDTH.test(attributes)) {
    const made = attributes.replace(WIDTH, own)
    return /^\{:\s*\}$/.test(made) ? '' : made
  }
  return attributes.replace(/(?<!\s)\s*\}$/, `${own}}`)
}
