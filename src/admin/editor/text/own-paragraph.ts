/** Where what is dropped or pasted goes: pictures into paragraphs of their own, and nothing into a word. */

import { ensureSyntaxTree } from '@codemirror/language'
import type { EditorState } from '@codemirror/state'

/** Most milliseconds of parsing; a place that is not parsed by then is not looked at. */
const PARSE_MS = 50

/**
 * The text with blank lines between it and a paragraph of Markdown that begins or ends at the offset. Within a
 * paragraph, and in lists, quotes and tables, it stays as it is.
 */
export function asOwnParagraph(state: EditorState, text: string, at: number): string {
  const paragraph = paragraphAt(state, at)
  if (paragraph?.from === at) return `${text}\n\n`
  if (paragraph?.to === at) return `\n\n${text}`
  return text
}

/** The offset, or the nearer end of the word that it is in. */
export function besideWord(state: EditorState, at: number): number {
  const word = state.wordAt(at)
  return word ? nearerEnd(word, at) : at
}

/** The nearer end of the paragraph that the offset is in; elsewhere that of the word. */
export function besideParagraph(state: EditorState, at: number): number {
  const paragraph = paragraphAt(state, at)
  return paragraph ? nearerEnd(paragraph, at) : besideWord(state, at)
}

function nearerEnd({ from, to }: { from: number; to: number }, at: number): number {
  return at - from < to - at ? from : to
}

/** The paragraph of Markdown, outside of other blocks, that an offset is in or at. */
function paragraphAt(state: EditorState, at: number) {
  const tree = ensureSyntaxTree(state, state.doc.length, PARSE_MS)
  for (let node = tree?.topNode.firstChild ?? null; node; node = node.nextSibling) {
    if (node.name === 'Paragraph' && node.from <= at && node.to >= at) return node
  }
  return null
}
