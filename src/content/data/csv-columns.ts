/** Adds, moves and removes columns of a CSV table. Its cells stay as they are written. */

import { ContentError } from '../error.js'
import type { Cut } from '../yaml/splice.js'
import type { DataEdit } from './data-edit.js'
import type { Segment } from './segments.js'

/** Columns of a table: more are not read by anybody. */
export const MAX_COLUMNS = 1000

interface Row extends Segment {
  readonly cells: readonly (Segment & { readonly text: string })[]
}

interface ColumnChange {
  readonly edit: DataEdit
  readonly delimiter: string
  readonly write: (text: string) => string
}

/** The cells of a row as they are written. Null is one that a short row does not have. */
type Cells = readonly (string | null)[]

/** The cuts of an edit at `[null, column]`. @throws ContentError `invalid` */
export function columnCuts(source: string, rows: readonly Row[], change: ColumnChange): Cut[] {
  const cellsAfter = changedCells(rows, change)
  return rows.flatMap((row, index) => {
    const { start, end, cells } = row
    const isBlank = index > 0 && cells.length === 1 && cells[0]?.text === ''
    if (isBlank) return []
    const after = cellsAfter(
      cells.map((cell) => source.slice(cell.start, cell.end)),
      index === 0,
    )
    // A line without a cell would be no row, at the end of the text.
    const text = withoutMissing(after).join(change.delimiter) || '""'
    return text === source.slice(start, end) ? [] : [{ start, end, text }]
  })
}

type CellsAfter = (cells: Cells, isHeader: boolean) => Cells

function changedCells(rows: readonly Row[], { edit, write }: ColumnChange): CellsAfter {
  const [, column, more] = edit.at
  const width = rows.reduce((most, { cells }) => Math.max(most, cells.length), 0)
  const end = edit.op === 'insert' ? width : width - 1
  const isPlace = isIndex(column, end) && more === undefined
  if (!isPlace) throw wrong(edit)
  switch (edit.op) {
    case 'insert': {
      const name = write(newName(rows, edit.value, edit))
      if (width >= MAX_COLUMNS)
        throw new ContentError('too_large', `a table may have at most ${MAX_COLUMNS} columns`)
      return (cells, isHeader) => {
        if (isHeader) return padded(cells, column).toSpliced(column, 0, name)
        return cells.length < column ? cells : cells.toSpliced(column, 0, write(''))
      }
    }
    case 'rename': {
      const name = write(newName(rows, edit.as, edit))
      return (cells, isHeader) => (isHeader ? padded(cells, column + 1).with(column, name) : cells)
    }
    case 'remove':
      if (width === 1) throw wrong(edit)
      return (cells) => cells.toSpliced(column, 1)
    case 'move': {
      const { to } = edit
      if (!isIndex(to, end)) throw wrong(edit)
      return (cells) => {
        const all = padded(cells, Math.max(column, to) + 1)
        return all.toSpliced(column, 1).toSpliced(to, 0, all[column] ?? null)
      }
    }
    case 'set':
    case 'copy':
      throw wrong(edit)
  }
}

function isIndex(step: DataEdit['at'][number] | undefined, end: number): step is number {
  return typeof step === 'number' && Number.isInteger(step) && step >= 0 && step <= end
}

/** @throws ContentError `invalid` for what is no text, or the name of another column */
function newName([header]: readonly Row[], value: unknown, edit: DataEdit): string {
  if (typeof value !== 'string') throw wrong(edit)
  const isTaken = header?.cells.some(({ text }) => text === value) === true
  if (!isTaken) return value
  throw new ContentError('invalid', `there is a column ${JSON.stringify(value)} already`)
}

function padded(cells: Cells, length: number): Cells {
  return [...cells, ...Array<null>(Math.max(0, length - cells.length)).fill(null)]
}

function withoutMissing(cells: Cells): Cells {
  return cells.slice(0, cells.findLastIndex((cell) => cell !== null) + 1)
}

/** @returns the error for an edit that is none of this table */
export function wrong({ op, at }: DataEdit): ContentError {
  return new ContentError('invalid', `${op} at ${JSON.stringify(at)} is no change of this table`)
}
