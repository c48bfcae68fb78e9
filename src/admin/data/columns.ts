/** The columns of a table, or of a list of mappings, and what edits of them make of the rows. The server does the same. Pure. */

import type { Schemas } from '../api/client.js'
import { isHash } from '../fields/metadata.js'

type DataEdit = Schemas['DataEdit']

/** The names of the fields of all entries, in the order in which they come first. */
export function fieldNames(items: readonly unknown[]): readonly string[] {
  return [...new Set(items.flatMap((item) => (isHash(item) ? Object.keys(item) : [])))]
}

/** A table, or a list of mappings, with a column changed. Other rows stay as they are. */
export function withColumnEdit(
  rows: readonly unknown[],
  column: string | number,
  edit: DataEdit,
): readonly unknown[] {
  if (typeof column === 'number')
    return rows.map((row, index) =>
      Array.isArray(row) ? changedCells(row, { column, edit, isHeader: index === 0 }) : row,
    )
  const order = edit.op === 'move' ? moved(fieldNames(rows), column, edit.to) : []
  return rows.map((row) => {
    if (!isHash(row)) return row
    if (edit.op === 'insert') return column in row ? row : { ...row, [column]: edit.value }
    const entries = Object.entries(row)
    const own = entries.find(([name]) => name === column)
    if (own === undefined) return row
    const others = entries.filter((entry) => entry !== own)
    switch (edit.op) {
      case 'remove':
        return Object.fromEntries(others)
      case 'rename':
        return Object.fromEntries(entries.with(entries.indexOf(own), [edit.as, own[1]]))
      case 'move': {
        const before = order.slice(0, order.indexOf(column))
        const nearest = before.findLast((name) => others.some(([other]) => other === name))
        const at = others.findIndex(([name]) => name === nearest) + 1
        return Object.fromEntries(others.toSpliced(at, 0, own))
      }
      case 'set':
      case 'copy':
        return row
    }
  })
}

function moved(names: readonly string[], name: string, to: number): readonly string[] {
  return names.filter((one) => one !== name).toSpliced(to, 0, name)
}

/** A cell that a short row does not have. */
const MISSING = null

interface CellsChange {
  readonly column: number
  readonly edit: DataEdit
  readonly isHeader: boolean
}

function changedCells(
  row: readonly unknown[],
  { column, edit, isHeader }: CellsChange,
): readonly unknown[] {
  const isBlank = !isHeader && row.length === 1 && row[0] === ''
  if (isBlank) return row
  switch (edit.op) {
    case 'insert':
      if (isHeader) return padded(row, column).toSpliced(column, 0, edit.value)
      return row.length < column ? row : row.toSpliced(column, 0, '')
    case 'rename':
      return isHeader ? padded(row, column + 1).with(column, edit.as) : row
    case 'remove': {
      const left = row.toSpliced(column, 1)
      return left.length === 0 ? [''] : left
    }
    case 'move': {
      const cells = padded(row, Math.max(column, edit.to) + 1, MISSING)
      const all = cells.toSpliced(column, 1).toSpliced(edit.to, 0, cells[column])
      const end = all.findLastIndex((cell) => cell !== MISSING) + 1
      return all.slice(0, end).map((cell) => (cell === MISSING ? '' : cell))
    }
    case 'set':
    case 'copy':
      return row
  }
}

function padded(row: readonly unknown[], length: number, cell: unknown = ''): readonly unknown[] {
  return [...row, ...Array<unknown>(Math.max(0, length - row.length)).fill(cell)]
}
