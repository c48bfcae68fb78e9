/**
 * Shows Markdown tables as HTML tables in the editor. While the cursor is in a table, its source is shown instead
 * (`touched.ts`); a click on a cell puts the cursor into its text.
 */

import { syntaxTree } from '@codemirror/language'
import { StateField, type EditorState, type Extension, type Range } from '@codemirror/state'
import { Decoration, EditorView, WidgetType, type DecorationSet } from '@codemirror/view'
import type { SyntaxNode } from '@lezer/common'
import { appendInline } from './inline.js'
import { isTouched } from './touched.js'

/** A cell of the source. */
interface Cell {
  readonly node: SyntaxNode
  /** Offset from the start of the table. */
  readonly at: number
}

class TableWidget extends WidgetType {
  readonly #state: EditorState
  readonly #node: SyntaxNode
  readonly #text: string

  constructor(state: EditorState, node: SyntaxNode) {
    super()
    this.#state = state
    this.#node = node
    this.#text = state.sliceDoc(node.from, node.to)
  }

  override eq(other: TableWidget): boolean {
    return other.#text === this.#text
  }

  override get estimatedHeight(): number {
    return this.#text.split('\n').length * 38
  }

  override toDOM(view: EditorView): HTMLElement {
    const box = document.createElement('div')
    box.className = 'cm-table'
    const table = document.createElement('table')
    const aligned = alignments(this.#text.split('\n')[1] ?? '')
    for (const row of this.#node.getChildren('TableHeader')) this.#addRow(table, row, aligned)
    for (const row of this.#node.getChildren('TableRow')) this.#addRow(table, row, aligned)
    box.append(table)
    box.addEventListener('mousedown', (event) => {
      const cell = event.target instanceof Element ? event.target.closest('[data-at]') : null
      const at = Number(cell?.getAttribute('data-at') ?? 0)
      event.preventDefault()
      view.dispatch({ selection: { anchor: view.posAtDOM(box) + at } })
      view.focus()
    })
    return box
  }

  #addRow(table: HTMLTableElement, row: SyntaxNode, aligned: readonly string[]): void {
    const line = table.insertRow()
    const name = row.name === 'TableHeader' ? 'th' : 'td'
    const cells: Cell[] = row
      .getChildren('TableCell')
      .map((node) => ({ node, at: node.from - this.#node.from }))
    for (const [index, { node, at }] of cells.entries()) {
      const cell = document.createElement(name)
      cell.dir = 'auto'
      cell.dataset['at'] = String(at)
      const side = aligned[index]
      if (side) cell.classList.add(side)
      appendInline(this.#state, node, cell)
      line.append(cell)
    }
  }

  override ignoreEvent(): boolean {
    return true
  }
}

/** CSS classes of the columns, from the line under the header: `|:--|:-:|--:|`. */
function alignments(delimiters: string): readonly string[] {
  return delimiters
    .trim()
    .replace(/^\||\|$/g, '')
    .split('|')
    .map((text) => text.trim())
    .map((text) => {
      if (text.endsWith(':')) return text.startsWith(':') ? 'cm-centre' : 'cm-end'
      return ''
    })
}

function decorate(state: EditorState): DecorationSet {
  const found: Range<Decoration>[] = []
  for (let node = syntaxTree(state).topNode.firstChild; node; node = node.nextSibling) {
    if (node.name !== 'Table' || isTouched(state, node.from, node.to)) continue
    const widget = new TableWidget(state, node)
    const from = state.doc.lineAt(node.from).from
    found.push(Decoration.replace({ widget, block: true }).range(from, node.to))
  }
  return Decoration.set(found)
}

/** The extension. A state field and not a view plugin: CodeMirror takes block decorations only from the state. */
export const tables: Extension = StateField.define<DecorationSet>({
  create: decorate,
  update: (was, transaction) => {
    const { startState, state, docChanged, selection, effects } = transaction
    const isParsed = syntaxTree(startState) !== syntaxTree(state)
    return docChanged || selection || effects.length > 0 || isParsed ? decorate(state) : was
  },
  provide: (field) => EditorView.decorations.from(field),
})
