/** Reads and changes CSV and TSV data files. Every other byte stays. */

import { ContentError } from '../error.js'
import { applyCuts, type Cut } from '../yaml/splice.js'
import type { DataEdit } from './data-edit.js'
import { columnCuts, MAX_COLUMNS, wrong } from './csv-columns.js'
import { moveCuts, type Segment } from './segments.js'

interface Cell extends Segment {
  readonly text: string
  readonly isQuoted: boolean
}

/** A line of the table, without its line end. */
interface Row extends Segment {
  readonly cells: readonly Cell[]
}

/** What is not CSV, and where. */
export class CsvError extends Error {
  override readonly name = 'CsvError'

  constructor(
    readonly offset: number,
    readonly reason: string,
  ) {
    super(reason)
  }
}

/** The cells of all rows as texts, also those of the header. @throws CsvError */
export function readCsvFile(source: string, delimiter: string): string[][] {
  return rowsOf(source, delimiter).map(({ cells }) => cells.map(({ text }) => text))
}

function rowsOf(source: string, delimiter: string): Row[] {
  const rows: Row[] = []
  let cells: Cell[] = []
  let [at, start] = [0, 0]
  while (at < source.length) {
    const cell = cellAt(source, at, delimiter)
    cells.push(cell)
    at = cell.end
    if (source[at] === delimiter) {
      at += 1
      // A delimiter at the end of the text begins an empty cell.
      if (at < source.length) continue
      cells.push({ start: at, end: at, text: '', isQuoted: false })
    }
    rows.push({ start, end: at, cells })
    cells = []
    at += source[at] === '\r' ? 2 : 1
    start = at
  }
  return rows
}

function cellAt(source: string, start: number, delimiter: string): Cell {
  if (source[start] === '"') return quotedAt(source, start, delimiter)
  const ends = [source.indexOf(delimiter, start), source.indexOf('\n', start)]
  const next = Math.min(...ends.map((at) => (at < 0 ? source.length : at)))
  const end = source[next] === '\n' && next > start && source[next - 1] === '\r' ? next - 1 : next
  const text = source.slice(start, end)
  const odd = text.search(/["\r]/)
  if (odd >= 0)
    throw new CsvError(start + odd, 'a quote or line end is inside a cell without quotes')
  return { start, end, text, isQuoted: false }
}

function quotedAt(source: string, start: number, delimiter: string): Cell {
  let end = start + 1
  for (;;) {
    end = source.indexOf('"', end)
    if (end < 0) throw new CsvError(start, 'a cell has no closing quote')
    if (source[end + 1] !== '"') break
    end += 2
  }
  end += 1
  const next = source.slice(end, end + 2)
  if (next !== '' && next[0] !== delimiter && next[0] !== '\n' && next !== '\r\n')
    throw new CsvError(end, 'something follows the closing quote of a cell')
  const text = source.slice(start + 1, end - 1).replaceAll('""', '"')
  return { start, end, text, isQuoted: true }
}

/**
 * Makes changes in order: `set` of a cell, at its row and column; all others at a row, or at a column: `[null, 2]`. Values
 * are texts, or a list of them for a row; of a new column, its name.
 *
 * @throws ContentError `invalid` for anything else; CsvError
 */
export function editCsvFile(source: string, delimiter: string, edits: readonly DataEdit[]): string {
  return edits.reduce((text, edit) => {
    const rows = rowsOf(text, delimiter)
    const edited = applyCuts(text, cutsOf(text, rows, { edit, delimiter }))
    const hasRows = rows.length > 1 || edit.op !== 'remove'
    return hasRows ? withEmptyRows(edited, { before: text, delimiter }) : edited
  }, source)
}

const EMPTY_CELL = '""'

/**
 * A row of one empty cell is no row at the end of a text, and a text of such rows alone is an empty file, unless the cell
 * has quotes.
 *
 * @param before the text before the edit
 */
function withEmptyRows(text: string, { before, delimiter }: Before): string {
  const [first] = text.trim() === '' ? readCsvFile(text, delimiter) : []
  if (text === '' || first?.[0] === '') return EMPTY_CELL + text
  const isOpen = before !== '' && !before.endsWith('\n')
  return isOpen && text.endsWith('\n') ? text + EMPTY_CELL : text
}

interface Before {
  readonly before: string
  readonly delimiter: string
}

interface Change {
  readonly edit: DataEdit
  readonly delimiter: string
}

function cutsOf(source: string, rows: readonly Row[], { edit, delimiter }: Change): Cut[] {
  const [index = -1, column, more] = edit.at
  const row = typeof index === 'number' ? rows[index] : undefined
  const write = writerOf(rows, delimiter)
  if (index === null) return columnCuts(source, rows, { edit, delimiter, write })
  if (edit.op === 'set') {
    if (row === undefined || typeof column !== 'number' || more !== undefined) throw wrong(edit)
    return [setCell(row, column, { text: textOf(edit.value, edit), delimiter, write })]
  }
  if (column !== undefined || typeof index !== 'number') throw wrong(edit)
  const eol = source[rows[0]?.end ?? 0] === '\r' ? '\r\n' : '\n'
  if (edit.op === 'insert') return [addRow(source, rows, { edit, index, eol, delimiter, write })]
  if (row === undefined) throw wrong(edit)
  switch (edit.op) {
    case 'remove':
      return [removeRow(source, rows, index)]
    case 'move':
      if (edit.to >= rows.length) throw wrong(edit)
      return moveCuts(source, rows, { from: index, to: edit.to })
    case 'copy':
      return [{ start: row.end, end: row.end, text: eol + source.slice(row.start, row.end) }]
    case 'rename':
      throw wrong(edit)
  }
}

type Write = (text: string, isQuoted?: boolean) => string

/** Quotes what needs it, and everything in a file where everything is quoted. */
function writerOf(rows: readonly Row[], delimiter: string): Write {
  const cells = rows.flatMap((row) => row.cells)
  const isAll = cells.length > 0 && cells.every(({ isQuoted }) => isQuoted)
  return (text, isQuoted = isAll) => {
    const needsQuotes = /["\r\n]/.test(text) || text.includes(delimiter)
    return isQuoted || needsQuotes ? `"${text.replaceAll('"', '""')}"` : text
  }
}

interface NewCell {
  readonly text: string
  readonly delimiter: string
  readonly write: Write
}

function setCell({ cells, end }: Row, column: number, { text, delimiter, write }: NewCell): Cut {
  const cell = cells[column]
  if (cell !== undefined)
    return { start: cell.start, end: cell.end, text: write(text, cell.isQuoted || undefined) }
  if (column < 0 || column >= MAX_COLUMNS || !Number.isInteger(column))
    throw new ContentError('invalid', `there is no column ${column}`)
  return { start: end, end, text: delimiter.repeat(column + 1 - cells.length) + write(text) }
}

interface NewRow extends Omit<NewCell, 'text'> {
  readonly edit: DataEdit & { readonly op: 'insert' }
  readonly index: number
  readonly eol: string
}

function addRow(source: string, rows: readonly Row[], row: NewRow): Cut {
  const { edit, index, eol, delimiter, write } = row
  const cells: unknown[] = Array.isArray(edit.value) ? edit.value : []
  const isRow = cells.length > 0 && cells.length <= MAX_COLUMNS
  if (!isRow || !Number.isInteger(index) || index < 0 || index > rows.length) throw wrong(edit)
  const line = cells.map((cell) => write(textOf(cell, edit))).join(delimiter)
  const next = rows[index]
  if (next !== undefined) return { start: next.start, end: next.start, text: line + eol }
  const isOpen = source !== '' && !source.endsWith('\n')
  const text = isOpen ? eol + line : line + eol
  return { start: source.length, end: source.length, text }
}

function removeRow(source: string, rows: readonly Row[], index: number): Cut {
  const [previous, row, next] = [rows[index - 1], rows[index], rows[index + 1]]
  const start = row?.start ?? 0
  if (next !== undefined) return { start, end: next.start, text: '' }
  if (previous === undefined) return { start, end: source.length, text: '' }
  return { start: previous.end, end: row?.end ?? start, text: '' }
}

function textOf(value: unknown, edit: DataEdit): string {
  if (value === null) return ''
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
    return String(value)
  throw wrong(edit)
}
