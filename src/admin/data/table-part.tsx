/** A CSV or TSV file as a table, whose first row names the columns. */

import { useState } from 'react'
import { isHash } from '../fields/metadata.js'
import { d } from '../text/data-texts.js'
import { shownText } from '../text/shown.js'
import { Button, IconButton } from '../ui/button.js'
import { Menu, type MenuEntry } from '../ui/menu.js'
import type { OnEdit } from './data-value.js'
import { Grip, SaidMove, useSorting, type Sorting } from './sortable.js'

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
  const { rows, most, more, add, sorting } = table
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
      </div>
    </div>
  )
}

type Table = ReturnType<typeof useTable>

/** The rows behind the header, with ids that stay with them, and what can be done with them. */
function useTable(value: unknown, onEdit: OnEdit) {
  const [header = [], ...rows] = rowsOf(value)
  const [known, setIds] = useState<readonly number[]>(() => rows.map((_, index) => index))
  const ids = known.length === rows.length ? known : rows.map((_, index) => index)
  const [most, setMost] = useState(MAX_SHOWN)
  const newId = Math.max(-1, ...ids) + 1
  const width = Math.max(header.length, ...rows.map((row) => row.length))
  const columns = Array.from({ length: width }, (_, index) => header[index] ?? '')
  const sorting = useSorting({
    ids,
    nameOf: (index) => d('row', { count: index + 1 }),
    onMove: (from, to) => {
      setIds(ids.toSpliced(from, 1).toSpliced(to, 0, ids[from] ?? -1))
      onEdit({ op: 'move', at: [from + 1], to: to + 1 })
    },
  })
  return {
    rows,
    ids,
    columns,
    sorting,
    most,
    more: () => setMost(most + MAX_SHOWN),
    add: () => {
      setIds([...ids, newId])
      setMost(Math.max(most, rows.length + 1))
      onEdit({ op: 'insert', at: [rows.length + 1], value: columns.map(() => '') })
    },
    copy: (index: number) => {
      setIds(ids.toSpliced(index + 1, 0, newId))
      onEdit({ op: 'copy', at: [index + 1] })
    },
    remove: (index: number) => {
      setIds(ids.toSpliced(index, 1))
      onEdit({ op: 'remove', at: [index + 1] })
    },
  }
}

function TableRows({ table, onEdit }: { readonly table: Table; readonly onEdit: OnEdit }) {
  const { rows, ids, columns, sorting, most, copy, remove } = table
  return (
    <table>
      <thead>
        <tr>
          <td />
          {columns.map((name, index) => (
            <th key={index} scope="col" dir="auto">
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
              <td key={column}>
                <Cell
                  label={`${name || column + 1}, ${d('row', { count: index + 1 })}`}
                  value={row[column] ?? ''}
                  onChange={(next) => onEdit({ op: 'set', at: [index + 1, column], value: next })}
                />
              </td>
            ))}
            <td>
              <RowMenu {...{ index, sorting, copy, remove }} />
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

interface RowMenuProps {
  readonly index: number
  readonly sorting: Sorting
  readonly copy: (index: number) => void
  readonly remove: (index: number) => void
}

function RowMenu({ index, sorting, copy, remove }: RowMenuProps) {
  const label = d('of', { name: d('row', { count: index + 1 }) })
  const { move, count } = sorting
  const all: (MenuEntry | false)[] = [
    index > 0 && {
      id: 'up',
      label: d('move.up'),
      icon: 'up',
      onAction: () => move(index, index - 1),
    },
    index < count - 1 && {
      id: 'down',
      label: d('move.down'),
      icon: 'down',
      onAction: () => move(index, index + 1),
    },
    { id: 'copy', label: d('copy'), icon: 'copy', onAction: () => copy(index) },
    {
      id: 'remove',
      label: d('remove'),
      icon: 'trash',
      isDanger: true,
      onAction: () => remove(index),
    },
  ]
  return (
    <Menu label={label} entries={all.filter((entry) => entry !== false)}>
      <IconButton icon="more" label={label} />
    </Menu>
  )
}
