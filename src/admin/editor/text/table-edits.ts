/** Rows and columns of a Markdown table: added, moved, removed, aligned. What an edit does not concern stays as it is. */

import type { EditorState, TransactionSpec } from '@codemirror/state'
import { textOf } from './commands.js'
import { cellsOf, tableAt, type Table } from './table-keys.js'

/** A line between its bars. */
interface Row {
  /** Blanks and the signs of quotations. */
  readonly prefix: string
  readonly isLed: boolean
  readonly isClosed: boolean
  /** With the blanks around their texts. */
  readonly cells: readonly string[]
}

/** The lines of a table, and where the cursor is to be: a row and a cell of it. */
interface Rows {
  readonly rows: readonly Row[]
  readonly row: number
  readonly column: number
}

/** Null where there is nothing to be done. */
type RowsEdit = (table: Rows) => Rows | null

/** The line of dashes. */
const DASHES = 1

function parseRow(text: string): Row {
  const [prefix = ''] = /^[\s>]*/.exec(text) ?? []
  const rest = text.slice(prefix.length)
  const bars = [...rest.matchAll(/\\.|\|/g)].flatMap(({ 0: sign, index }) =>
    sign === '|' ? [index] : [],
  )
  const ends = [...bars, rest.length]
  const pieces = ends.map((end, index) =>
    rest.slice(index === 0 ? 0 : (ends[index - 1] ?? 0) + 1, end),
  )
  const isLed = bars[0] === 0
  const isClosed = bars.length > 1 && pieces.at(-1)?.trim() === ''
  return { prefix, isLed, isClosed, cells: pieces.slice(isLed ? 1 : 0, isClosed ? -1 : undefined) }
}

/** An empty cell at an end is one only between bars. */
function formatRow({ prefix, isLed, isClosed, cells }: Row): string {
  const [before, after] = [isLed || isBlank(cells[0]), isClosed || isBlank(cells.at(-1))]
  return `${prefix}${before ? '|' : ''}${cells.join('|')}${after ? '|' : ''}`
}

const isBlank = (cell: string | undefined) => cell?.trim() === ''

/** Rows with other cells; those that are too short for a column first get empty ones. */
function mapCells(
  { rows }: Rows,
  width: number,
  make: (cells: readonly string[], isDashes: boolean) => readonly string[],
): readonly Row[] {
  return rows.map((row, index) => {
    const isDashes = index === DASHES
    const short = Math.max(0, width - row.cells.length)
    const filled = [...row.cells, ...Array.from({ length: short }, () => emptyCell(isDashes))]
    return { ...row, cells: make(filled, isDashes) }
  })
}

const emptyCell = (isDashes: boolean) => (isDashes ? '---' : '   ')

function swapped<Item>(items: readonly Item[], one: number, two: number): readonly Item[] {
  const made = [...items]
  const [first, second] = [made[one], made[two]]
  if (first === undefined || second === undefined) return items
  made[one] = second
  made[two] = first
  return made
}

function addRow(step: 0 | 1): RowsEdit {
  return (table) => {
    const { rows, row, column } = table
    const head = rows[0]
    // Above the header nothing can be; below it is below the dashes.
    if (!head || (row === 0 && step === 0)) return null
    const at = Math.max(row + step, DASHES + 1)
    const added = { ...head, cells: head.cells.map(() => emptyCell(false)) }
    return { rows: rows.toSpliced(at, 0, added), row: at, column }
  }
}

function moveRow(step: -1 | 1): RowsEdit {
  return ({ rows, row, column }) => {
    const to = row + step
    if (Math.min(row, to) <= DASHES || to >= rows.length) return null
    return { rows: swapped(rows, row, to), row: to, column }
  }
}

const removeRow: RowsEdit = ({ rows, row, column }) => {
  if (row <= DASHES) return null
  const left = rows.toSpliced(row, 1)
  const next = Math.min(row, left.length - 1)
  return { rows: left, row: next === DASHES ? 0 : next, column }
}

function addColumn(step: 0 | 1): RowsEdit {
  return (table) => {
    const at = table.column + step
    const rows = mapCells(table, at, (cells, isDashes) =>
      cells.toSpliced(at, 0, emptyCell(isDashes)),
    )
    return { ...table, rows, column: at }
  }
}

function moveColumn(step: -1 | 1): RowsEdit {
  return (table) => {
    const to = table.column + step
    if (to < 0 || to >= (table.rows[0]?.cells.length ?? 0)) return null
    const width = Math.max(table.column, to) + 1
    const rows = mapCells(table, width, (cells) => swapped(cells, table.column, to))
    return { ...table, rows, column: to }
  }
}

const removeColumn: RowsEdit = (table) => {
  const { rows, row, column } = table
  const width = rows[0]?.cells.length ?? 0
  if (width < 2) return null
  const left = mapCells(table, 0, (cells) => cells.toSpliced(column, 1))
  return { rows: left, row, column: Math.min(column, width - 2) }
}

const MARKS = { start: [':', ''], centre: [':', ':'], end: ['', ':'] } as const

function align(side: keyof typeof MARKS): RowsEdit {
  return (table) => {
    const [before, after] = MARKS[side]
    const rows = mapCells(table, table.column + 1, (cells, isDashes) => {
      const was = cells[table.column] ?? ''
      const dashes = was.replace(/[\s:]/g, '') || '-'
      const blank = was.startsWith(' ') ? ' ' : ''
      const cell = `${blank}${before}${dashes}${after}${blank}`
      return isDashes ? cells.with(table.column, cell) : cells
    })
    return { ...table, rows }
  }
}

/** The edit of the table at the cursor; null where there is nothing to be done. */
function edit(make: RowsEdit): (state: EditorState) => TransactionSpec | null {
  return (state) => {
    const table = tableAt(state)
    if (!table) return null
    const read = readRows(state, table)
    const made = read && make(read)
    if (!made) return null
    const first = state.doc.line(table.first)
    const lines = made.rows.map(formatRow)
    return {
      changes: {
        from: first.from,
        to: state.doc.line(table.last).to,
        insert: textOf(lines.join('\n')),
      },
      selection: { anchor: first.from + offsetOf(lines, made) },
    }
  }
}

/** Null for a table that begins behind the sign of a list. */
function readRows(state: EditorState, { first, last, row, column }: Table): Rows | null {
  if (/^[\s>]*(?:[-*+]|\d+[.)])\s/.test(state.doc.line(first).text)) return null
  const numbers = Array.from({ length: last - first + 1 }, (_, index) => first + index)
  const rows = numbers.map((number) => parseRow(state.doc.line(number).text))
  return { rows, row: row - first, column }
}

/** The offset of the text of a cell. */
function offsetOf(lines: readonly string[], { row, column }: Rows): number {
  const before = lines.slice(0, row).reduce((sum, line) => sum + line.length + 1, 0)
  const cells = cellsOf({ from: before, text: lines[row] ?? '' })
  return (cells[column] ?? cells.at(-1))?.from ?? before
}

/** By the names of their texts, in the order of the menu. */
export const tableEdits = {
  'row-above': edit(addRow(0)),
  'row-below': edit(addRow(1)),
  'row-up': edit(moveRow(-1)),
  'row-down': edit(moveRow(1)),
  'row-remove': edit(removeRow),
  'column-before': edit(addColumn(0)),
  'column-after': edit(addColumn(1)),
  'column-back': edit(moveColumn(-1)),
  'column-on': edit(moveColumn(1)),
  'column-remove': edit(removeColumn),
  'align-start': edit(align('start')),
  'align-centre': edit(align('centre')),
  'align-end': edit(align('end')),
} as const

export type TableEditName = keyof typeof tableEdits
