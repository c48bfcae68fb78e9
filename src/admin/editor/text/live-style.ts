/**
 * Live styling of Markdown: headings are large, emphasis is visible, and markers are hidden except where the user
 * is editing. The text itself is not changed.
 */

import { syntaxTree } from '@codemirror/language'
import type { EditorState, Range } from '@codemirror/state'
import {
  Decoration,
  ViewPlugin,
  WidgetType,
  type DecorationSet,
  type EditorView,
  type ViewUpdate,
} from '@codemirror/view'
import type { SyntaxNodeRef } from '@lezer/common'
import { isTouched, isTouchMoved } from './touched.js'

const hidden = Decoration.replace({})

class Bullet extends WidgetType {
  override eq(): boolean {
    return true
  }

  override toDOM(): HTMLElement {
    const element = document.createElement('span')
    element.className = 'cm-bullet'
    element.textContent = '•'
    return element
  }
}

const bullet = Decoration.replace({ widget: new Bullet() })

/** CSS classes of lines, by the syntax node of their block. */
const LINES: Readonly<Record<string, string>> = {
  ATXHeading1: 'cm-h1',
  ATXHeading2: 'cm-h2',
  ATXHeading3: 'cm-h3',
  ATXHeading4: 'cm-h4',
  ATXHeading5: 'cm-h4',
  ATXHeading6: 'cm-h4',
  SetextHeading1: 'cm-h1',
  SetextHeading2: 'cm-h2',
  Blockquote: 'cm-quote',
  FencedCode: 'cm-code-block',
  CodeBlock: 'cm-code-block',
  HorizontalRule: 'cm-rule',
}

const SPANS: Readonly<Record<string, string>> = {
  Emphasis: 'cm-em',
  StrongEmphasis: 'cm-strong',
  Strikethrough: 'cm-strike',
  InlineCode: 'cm-inline-code',
  Link: 'cm-link',
  Image: 'cm-image',
  HTMLTag: 'cm-html',
  HTMLBlock: 'cm-html',
}

const MARKS = new Set([
  'EmphasisMark',
  'CodeMark',
  'StrikethroughMark',
  'LinkMark',
  'URL',
  'LinkTitle',
])
const SPAN_PARENTS = new Set(['Emphasis', 'StrongEmphasis', 'Strikethrough', 'InlineCode', 'Link'])
const HEADING = /^ATXHeading/

function decorate(view: EditorView): DecorationSet {
  const found: Range<Decoration>[] = []
  const { state } = view
  for (const { from, to } of view.visibleRanges) {
    syntaxTree(state).iterate({
      from,
      to,
      enter: (node) => {
        decorateLines(state, node, found)
        const span = SPANS[node.name]
        if (span !== undefined && node.to > node.from) {
          found.push(Decoration.mark({ class: span }).range(node.from, node.to))
        }
        hideSigns(view, node, found)
      },
    })
  }
  return Decoration.set(found, true)
}

function decorateLines(state: EditorState, node: SyntaxNodeRef, found: Range<Decoration>[]): void {
  const name = LINES[node.name]
  if (name === undefined) return
  let line = state.doc.lineAt(node.from)
  for (;;) {
    found.push(Decoration.line({ class: name }).range(line.from))
    if (line.to >= node.to || line.number >= state.doc.lines) return
    line = state.doc.line(line.number + 1)
  }
}

function hideSigns(view: EditorView, node: SyntaxNodeRef, found: Range<Decoration>[]): void {
  const { state } = view
  if (node.from === node.to || isTouched(state, node.from, node.to)) return
  const parent = node.node.parent?.name ?? ''
  if (node.name === 'HeaderMark' && HEADING.test(parent)) {
    // Hide the space after the markers too.
    const end = Math.min(node.to + 1, state.doc.lineAt(node.from).to)
    found.push(hidden.range(node.from, Math.max(end, node.to)))
  } else if (node.name === 'QuoteMark') {
    const end = Math.min(node.to + 1, state.doc.lineAt(node.from).to)
    found.push(hidden.range(node.from, Math.max(end, node.to)))
  } else if (node.name === 'ListMark' && /^[-*+]$/.test(state.sliceDoc(node.from, node.to))) {
    found.push(bullet.range(node.from, node.to))
  } else if (MARKS.has(node.name) && SPAN_PARENTS.has(parent)) {
    hideInside(state, node, found)
  }
}

/** Hides markers line by line, because a replacing decoration must not contain a line break. */
function hideInside(state: EditorState, node: SyntaxNodeRef, found: Range<Decoration>[]): void {
  const line = state.doc.lineAt(node.from)
  if (node.to <= line.to) found.push(hidden.range(node.from, node.to))
}

/** The extension. */
export const liveStyle = ViewPlugin.fromClass(
  class {
    decorations: DecorationSet

    constructor(view: EditorView) {
      this.decorations = decorate(view)
    }

    update(update: ViewUpdate): void {
      const isParsed = syntaxTree(update.startState) !== syntaxTree(update.state)
      if (isTouchMoved(update) || update.viewportChanged || isParsed) {
        this.decorations = decorate(update.view)
      }
    }
  },
  { decorations: (plugin) => plugin.decorations },
)
