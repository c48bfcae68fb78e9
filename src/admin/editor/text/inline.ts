/** Renders inline Markdown in table cells as elements: emphasis, code, links. */

import type { EditorState } from '@codemirror/state'
import type { SyntaxNode } from '@lezer/common'

const ELEMENTS: Readonly<Record<string, 'em' | 'strong' | 'code' | 'del' | 'span'>> = {
  Emphasis: 'em',
  StrongEmphasis: 'strong',
  InlineCode: 'code',
  Strikethrough: 'del',
  Link: 'span',
}

const SIGNS = new Set(['EmphasisMark', 'CodeMark', 'StrikethroughMark', 'LinkMark', 'LinkTitle'])

/** Appends the content of a syntax node to an element, without markers and URLs. */
export function appendInline(state: EditorState, node: SyntaxNode, parent: HTMLElement): void {
  let at = node.from
  for (let child = node.firstChild; child; child = child.nextSibling) {
    parent.append(state.sliceDoc(at, child.from))
    at = child.to
    const name = ELEMENTS[child.name]
    const isSign = SIGNS.has(child.name) || (child.name === 'URL' && node.name === 'Link')
    if (name) {
      const element = document.createElement(name)
      if (child.name === 'Link') element.className = 'cm-link'
      appendInline(state, child, element)
      parent.append(element)
    } else if (!isSign) {
      parent.append(state.sliceDoc(child.from, child.to))
    }
  }
  parent.append(state.sliceDoc(at, node.to))
}
