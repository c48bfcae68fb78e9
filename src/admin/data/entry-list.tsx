/** A list of entries, or a mapping of names to entries: ordered, added, duplicated, renamed and removed. */

import { useState, type ComponentType } from 'react'
import type { Hash, Site } from '../api/types.js'
import type { FieldInfo } from '../fields/field-input.js'
import { isHash } from '../fields/metadata.js'
import { d } from '../text/data-texts.js'
import { Button } from '../ui/button.js'
import { Field } from '../ui/text-field.js'
import { Icon } from '../ui/icons.js'
import { shownText } from '../text/shown.js'
import { fieldNames } from './columns.js'
import { Columns } from './columns-window.js'
import { fieldsOf, titleOf, type DataPath, type OnEdit } from './data-value.js'
import { KeyWindow } from './key-window.js'
import { RowMenu } from './row-menu.js'
import { useRowIds, useRows, type Rows } from './rows.js'
import { Grip, SaidMove, useSorting, type Sorting } from './sortable.js'

/** Entries that are shown at once. */
const MAX_SHOWN = 200

/** What the form for a value takes, wherever it stands in the file. */
export interface PartProps {
  readonly site: Site
  readonly at: DataPath
  readonly onEdit: OnEdit
  /** The fields of the entries alike. */
  readonly fields: readonly FieldInfo[]
}

export interface ValueProps extends PartProps {
  readonly label: string
  readonly value: unknown
}

interface ListProps extends Omit<PartProps, 'fields'> {
  readonly value: readonly unknown[] | Hash
  /** The form of an entry. */
  readonly Part: ComponentType<ValueProps>
}

export function EntryList({ value, at, onEdit, site, Part }: ListProps) {
  const rows = useRows({ value, at, onEdit })
  const { items, names, ids } = rows
  const [most, setMost] = useState(MAX_SHOWN)
  const nameOf = (index: number) =>
    names?.[index] ?? (titleOf(items[index]) || d('item', { count: index + 1 }))
  const sorting = useSorting({ ids, nameOf, onMove: rows.move })
  const fields = fieldsOf(items.filter(isHash))
  const columns = fieldNames(items)
  const columnIds = useRowIds(columns.length)
  const hidden = items.length - most
  return (
    <div className="stack-small">
      <ul className="data-list" ref={sorting.list}>
        {items.slice(0, most).map((item, index) => (
          <EntryRow
            key={ids[index]}
            {...{ item, index, sorting, rows, fields, onEdit, site, Part }}
            name={nameOf(index)}
            at={[...at, names?.[index] ?? index]}
          />
        ))}
      </ul>
      <SaidMove sorting={sorting} />
      <div className="row">
        {hidden > 0 && (
          <Button onPress={() => setMost(most + MAX_SHOWN)}>
            {d('more', { count: Math.min(hidden, MAX_SHOWN) })}
          </Button>
        )}
        <Button
          icon="plus"
          look="quiet"
          onPress={() => {
            setMost(Math.max(most, items.length + 1))
            rows.add()
          }}
        >
          {d('add')}
        </Button>
        {names === null && columns.length > 0 && (
          <Columns isTable={false} names={columns} ids={columnIds} at={at} onEdit={onEdit} />
        )}
      </div>
      <KeyWindow rows={rows} />
    </div>
  )
}

interface RowProps extends PartProps {
  readonly item: unknown
  readonly index: number
  readonly name: string
  readonly rows: Rows
  readonly sorting: Sorting
  readonly Part: ComponentType<ValueProps>
}

function EntryRow({ item, index, name, rows, sorting, Part, ...shared }: RowProps) {
  const { at, onEdit } = shared
  const isOpen = rows.isOpen(index)
  const isText = typeof item === 'string' && rows.names === null
  return (
    <li className="data-item" {...sorting.row(index)} data-row>
      <div className="data-head">
        {rows.canMove && <Grip {...sorting.grip(index)} />}
        {isText ? (
          <div className="grow data-text">
            <Field
              label={d('item', { count: index + 1 })}
              value={item}
              onChange={(value) => onEdit({ op: 'set', at: [...at], value })}
              {...(item.includes('\n') && { lines: 4 })}
            />
          </div>
        ) : (
          <button
            type="button"
            className="data-open grow"
            aria-expanded={isOpen}
            onClick={() => rows.toggle(index)}
          >
            <Icon name={isOpen ? 'down' : 'forward'} />
            <bdi className="cut">{shownText(name)}</bdi>
            <bdi className="faint cut">{shownText(noteOf(item, name))}</bdi>
          </button>
        )}
        <RowMenu
          {...{ index, sorting }}
          canMove={rows.canMove}
          onCopy={() => rows.copy(index)}
          onRename={rows.names ? () => rows.setAsked({ kind: 'rename', index }) : undefined}
          onRemove={() => rows.remove(index)}
        />
      </div>
      {isOpen && !isText && (
        <div className="data-body">
          <Part {...shared} label={name} value={item} />
        </div>
      )}
    </li>
  )
}

/** What else tells an entry: its next short text, or how many entries it has. */
function noteOf(item: unknown, name: string): string {
  if (Array.isArray(item)) return d('count', { count: item.length })
  if (!isHash(item)) return ''
  const texts = Object.values(item).filter((one) => typeof one === 'string')
  return texts.find((text) => text !== '' && text !== name) ?? ''
}
