/** Tab and Enter in a Markdown table: from cell to cell, with a new row at the end. */

import { syntaxTree } from '@codemirror/language'
import type { EditorState, Line, TransactionSpec } from '@codemirror/state'
import type { Command, KeyBinding } from '@codemirror/view'
import type { SyntaxNode } from '@lezer/common'
import { run, textOf } from './commands.js'

/** A cell without the blanks around its text. */
interface Cell {
  readonly from: number
  readonly to: number
}

export interface Table {
  /** Numbers of the lines of the table; the second one has the dashes. */
  readonly first: number
  readonly last: number
  /** Where the cursor is: a line and a cell of it. */
  readonly row: number
  readonly column: number
  /** The cells of a line; none outside of the table. */
  readonly cells: (row: number) => readonly Cell[]
}

/** What a key does in a table; null outside of one, and where it should do what it does elsewhere. */
export type TableEdit = (state: EditorState) => TransactionSpec | null

/** The table with the cursor; null for none, and on the line of dashes. */
export function tableAt(state: EditorState): Table | null {
  const { head } = state.selection.main
  const node = tableNode(state, head)
  if (!node) return null
  const { doc } = state
  const [first, last] = [doc.lineAt(node.from).number, doc.lineAt(node.to).number]
  const row = doc.lineAt(head).number
  if (row === first + 1) return null
  const cells = (number: number) =>
    number < first || number > last ? [] : cellsOf(doc.line(number))
  const column = cells(row).findLastIndex(({ from }) => from <= head)
  return { first, last, row, column: Math.max(0, column), cells }
}

/** The row below or above, past the line of dashes. */
function rowBeside({ first, row }: Table, step: 1 | -1): number {
  return row + step === first + 1 ? row + 2 * step : row + step
}

function tableNode(state: EditorState, at: number): SyntaxNode | null {
  for (const side of [-1, 1] as const) {
    let node: SyntaxNode | null = syntaxTree(state).resolveInner(at, side)
    while (node && node.name !== 'Table') node = node.parent
    if (node) return node
  }
  return null
}

/** The cells between the bars of a line; a bar after a backslash is text. */
export function cellsOf(line: Pick<Line, 'from' | 'text'>): readonly Cell[] {
  const start = /^[\s>]*\|?/.exec(line.text)?.[0].length ?? 0
  const ends = [...line.text.matchAll(/\\.|\|/g)].flatMap(({ 0: found, index }) =>
    found === '|' && index >= start ? [index] : [],
  )
  const rest = line.text.slice((ends.at(-1) ?? start - 1) + 1)
  if (rest.trim() !== '') ends.push(line.text.length)
  return ends.map((end, index) => {
    const from = index === 0 ? start : (ends[index - 1] ?? 0) + 1
    const text = line.text.slice(from, end)
    const lead =
      text.trim() === '' ? Math.min(1, text.length) : text.length - text.trimStart().length
    return { from: line.from + from + lead, to: line.from + from + lead + text.trim().length }
  })
}

function select({ from, to }: Cell): TransactionSpec {
  return { selection: { anchor: from, head: to }, userEvent: 'select' }
}

/** Adds an empty row at the end, with the cursor in one of its cells. */
function addRow(state: EditorState, table: Table, column: number): TransactionSpec {
  const last = state.doc.line(table.last)
  const [prefix = ''] = /^[\s>]*/.exec(last.text) ?? []
  const width = table.cells(table.first).length
  const at = last.to + 1 + prefix.length + 2 + column * 4
  return {
    changes: { from: last.to, insert: textOf(`\n${prefix}|${'   |'.repeat(width)}`) },
    selection: { anchor: at },
  }
}

/** The next cell; behind the last one, a new row. */
export const nextCell: TableEdit = (state) => {
  const table = tableAt(state)
  if (!table) return null
  const { row, column, cells } = table
  const next = cells(row)[column + 1] ?? cells(rowBeside(table, 1))[0]
  return next ? select(next) : addRow(state, table, 0)
}

/** The cell before. */
export const previousCell: TableEdit = (state) => {
  const table = tableAt(state)
  if (!table) return null
  const { row, column, cells } = table
  const before = column > 0 ? cells(row)[column - 1] : cells(rowBeside(table, -1)).at(-1)
  return before ? select(before) : {}
}

/** The cell below; in the last row a new one, and in a last row that is empty the end of the table. */
export const cellBelow: TableEdit = (state) => {
  const table = tableAt(state)
  if (!table) return null
  const { first, row, column, cells } = table
  const below = cells(rowBeside(table, 1))
  const next = below[column] ?? below.at(-1)
  if (next) return select(next)
  if (row === first || cells(row).some(({ from, to }) => from < to))
    return addRow(state, table, column)
  // A line right below a table would be one of its rows.
  const { from, to } = state.doc.line(row)
  return { changes: { from, to, insert: textOf('\n') }, selection: { anchor: from + 1 } }
}

function commandOf(edit: TableEdit): Command {
  return (view) => {
    const spec = edit(view.state)
    if (spec === null || view.state.readOnly) return false
    run(view, spec)
    return true
  }
}

/** Elsewhere, Tab leads to the next element of the page. */
export const tableKeys: readonly KeyBinding[] = [
  { key: 'Tab', run: commandOf(nextCell), shift: commandOf(previousCell) },
  { key: 'Enter', run: commandOf(cellBelow) },
]
