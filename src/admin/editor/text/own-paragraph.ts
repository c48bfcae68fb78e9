/** Makes a picture that is put beside a paragraph a paragraph of its own. */

import { ensureSyntaxTree } from '@codemirror/language'
import type { EditorState } from '@codemirror/state'

/** Most milliseconds of parsing; a place that is not parsed by then is not looked at. */
const PARSE_MS = 50

/**
 * The text with blank lines between it and a paragraph of Markdown that begins or ends at the offset. Within a
 * paragraph, and in lists, quotes and tables, it stays as it is.
 */
export function asOwnParagraph(state: EditorState, text: string, at: number): string {
  const tree = ensureSyntaxTree(state, state.doc.length, PARSE_MS)
  for (let node = tree?.topNode.firstChild ?? null; node; node = node.nextSibling) {
    if (node.name !== 'Paragraph') continue
    if (node.from === at) return `${text}\n\n`
    if (node.to === at) return `\n\n${text}`
  }
  return text
}
