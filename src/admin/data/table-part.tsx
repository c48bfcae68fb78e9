/** A CSV or TSV file as a table, whose first row names the columns. */

import { useState } from 'react'
import { isHash } from '../fields/metadata.js'
import { d } from '../text/data-texts.js'
import { shownText } from '../text/shown.js'
import { Button } from '../ui/button.js'
import { Columns } from './columns-window.js'
import type { OnEdit } from './data-value.js'
import { RowMenu } from './row-menu.js'
import { useRowIds } from './rows.js'
import { Grip, SaidMove, useSorting } from './sortable.js'

/** Rows that are shown at once. */
const MAX_SHOWN = 100

/** The rows of a table; empty for any other value. */
function rowsOf(value: unknown): readonly (readonly string[])[] {
  if (!Array.isArray(value) || isHash(value)) return []
  return value.map((row) => (Array.isArray(row) ? row.map(String) : []))
}

interface TableProps {
  readonly label: string
  readonly value: unknown
  readonly onEdit: OnEdit
}

export function TablePart({ label, value, onEdit }: TableProps) {
  const table = useTable(value, onEdit)
  const { rows, most, more, add, sorting, columns, columnIds } = table
  const hidden = rows.length - most
  return (
    <div className="stack-small">
      <div className="data-table" tabIndex={0} role="region" aria-label={label}>
        <TableRows table={table} onEdit={onEdit} />
      </div>
      <SaidMove sorting={sorting} />
      <div className="row">
        {hidden > 0 && (
          <Button onPress={more}>{d('more', { count: Math.min(hidden, MAX_SHOWN) })}</Button>
        )}
        <Button icon="plus" look="quiet" onPress={add}>
          {d('add-row')}
        </Button>
        <Columns isTable names={columns} ids={columnIds} at={[]} onEdit={onEdit} />
      </div>
    </div>
  )
}

type Table = ReturnType<typeof useTable>

/** The rows behind the header, with ids that stay with them, and what can be done with them. */
function useTable(value: unknown, onEdit: OnEdit) {
  const [header = [], ...rows] = rowsOf(value)
  const rowIds = useRowIds(rows.length)
  const { ids } = rowIds
  const [most, setMost] = useState(MAX_SHOWN)
  const width = Math.max(header.length, ...rows.map((row) => row.length))
  const columns = Array.from({ length: width }, (_, index) => header[index] ?? '')
  const columnIds = useRowIds(width)
  const sorting = useSorting({
    ids,
    nameOf: (index) => d('row', { count: index + 1 }),
    onMove: (from, to) => {
      rowIds.move(from, to)
      onEdit({ op: 'move', at: [from + 1], to: to + 1 })
    },
  })
  return {
    rows,
    ids,
    columns,
    columnIds,
    sorting,
    most,
    more: () => setMost(most + MAX_SHOWN),
    add: () => {
      rowIds.insert(rows.length)
      setMost(Math.max(most, rows.length + 1))
      onEdit({ op: 'insert', at: [rows.length + 1], value: columns.map(() => '') })
    },
    copy: (index: number) => {
      rowIds.insert(index + 1)
      onEdit({ op: 'copy', at: [index + 1] })
    },
    remove: (index: number) => {
      rowIds.remove(index)
      onEdit({ op: 'remove', at: [index + 1] })
    },
  }
}

function TableRows({ table, onEdit }: { readonly table: Table; readonly onEdit: OnEdit }) {
  const { rows, ids, columns, columnIds, sorting, most, copy, remove } = table
  return (
    <table>
      <thead>
        <tr>
          <td />
          {columns.map((name, index) => (
            <th key={columnIds.ids[index]} scope="col" dir="auto">
              {shownText(name)}
            </th>
          ))}
          <td />
        </tr>
      </thead>
      <tbody ref={sorting.list}>
        {rows.slice(0, most).map((row, index) => (
          <tr key={ids[index]} {...sorting.row(index)} data-row>
            <td>
              <Grip {...sorting.grip(index)} />
            </td>
            {columns.map((name, column) => (
              <td key={columnIds.ids[column]}>
                <Cell
                  label={`${name || column + 1}, ${d('row', { count: index + 1 })}`}
                  value={row[column] ?? ''}
                  onChange={(next) => onEdit({ op: 'set', at: [index + 1, column], value: next })}
                />
              </td>
            ))}
            <td>
              <RowMenu
                {...{ index, sorting }}
                canMove
                onCopy={() => copy(index)}
                onRemove={() => remove(index)}
              />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

interface CellProps {
  readonly label: string
  readonly value: string
  readonly onChange: (value: string) => void
}

function Cell({ label, value, onChange }: CellProps) {
  const [hasLines] = useState(() => value.includes('\n'))
  const shared = { className: 'input', 'aria-label': label, value, dir: 'auto' } as const
  if (!hasLines) return <input {...shared} onChange={(event) => onChange(event.target.value)} />
  // The browser has line feeds only.
  const eol = value.includes('\r\n') ? '\r\n' : '\n'
  return (
    <textarea
      {...shared}
      rows={Math.min(6, value.split('\n').length)}
      onChange={(event) => onChange(event.target.value.replaceAll('\n', eol))}
    />
  )
}
