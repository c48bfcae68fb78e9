/** The columns of a table, or the fields that the entries of a list have: added, named, ordered and removed in all rows. */

import { useState } from 'react'
import { d } from '../text/data-texts.js'
import { shownText } from '../text/shown.js'
import { t } from '../text/text.js'
import { Button } from '../ui/button.js'
import { Window } from '../ui/dialog.js'
import type { DataPath, OnEdit } from './data-value.js'
import { KeyForm } from './key-window.js'
import { RowMenu } from './row-menu.js'
import type { Rows, RowIds } from './rows.js'
import { Grip, SaidMove, useSorting } from './sortable.js'

interface ColumnsProps {
  /** The columns of a table are counted; fields of entries go by their names. */
  readonly isTable: boolean
  readonly names: readonly string[]
  readonly ids: RowIds
  /** Of the list. */
  readonly at: DataPath
  readonly onEdit: OnEdit
}

/** The button that opens the window. */
export function Columns(props: ColumnsProps) {
  const [isOpen, setOpen] = useState(false)
  const title = d(props.isTable ? 'columns' : 'fields')
  return (
    <>
      <Button icon="form" look="quiet" onPress={() => setOpen(true)}>
        {title}
      </Button>
      <Window title={title} isOpen={isOpen} onClose={() => setOpen(false)}>
        <ColumnList {...props} onClose={() => setOpen(false)} />
      </Window>
    </>
  )
}

function ColumnList(props: ColumnsProps & { readonly onClose: () => void }) {
  const { isTable, names, ids, onClose } = props
  const columns = useColumns(props)
  const { asked, setAsked, sorting } = columns
  if (asked)
    return (
      <KeyForm
        rows={columns}
        label={d(isTable ? 'column.name' : 'field.name')}
        action={asked.kind === 'rename' ? d('rename') : d(isTable ? 'add-column' : 'add-field')}
      />
    )
  return (
    <>
      <ul className="data-list" ref={sorting.list}>
        {names.map((_, index) => (
          <li key={ids.ids[index]} className="data-item" {...sorting.row(index)} data-row>
            <div className="data-head">
              <Grip {...sorting.grip(index)} />
              <bdi className="grow cut">{shownText(sorting.nameOf(index))}</bdi>
              <RowMenu
                {...{ index, sorting }}
                canMove
                onRename={() => setAsked({ kind: 'rename', index })}
                onRemove={names.length > 1 || !isTable ? () => columns.remove(index) : undefined}
              />
            </div>
          </li>
        ))}
      </ul>
      <SaidMove sorting={sorting} />
      <div className="row">
        <Button icon="plus" look="quiet" onPress={() => setAsked({ kind: 'add', index: -1 })}>
          {d(isTable ? 'add-column' : 'add-field')}
        </Button>
      </div>
      <div className="row-end">
        <Button onPress={onClose}>{t('close')}</Button>
      </div>
    </>
  )
}

/** What can be done with columns, and the name that is asked for. */
function useColumns({ isTable, names, ids, at, onEdit }: ColumnsProps) {
  const [asked, setAsked] = useState<Rows['asked']>(null)
  const pathOf = (index: number, name = names[index] ?? '') => [...at, null, isTable ? index : name]
  const sorting = useSorting({
    ids: ids.ids,
    nameOf: (index) => names[index] || d('column', { count: index + 1 }),
    onMove: (from, to) => {
      ids.move(from, to)
      onEdit({ op: 'move', at: pathOf(from), to })
    },
  })
  const add = (name: string) => {
    sorting.focusNext(ids.insert(names.length))
    onEdit({ op: 'insert', at: pathOf(names.length, name), value: isTable ? name : '' })
  }
  return {
    asked,
    names,
    setAsked,
    sorting,
    named: (name: string) => {
      if (asked?.kind === 'rename') {
        sorting.focusNext(ids.ids[asked.index])
        onEdit({ op: 'rename', at: pathOf(asked.index), as: name })
      } else add(name)
      setAsked(null)
    },
    remove: (index: number) => {
      ids.remove(index)
      onEdit({ op: 'remove', at: pathOf(index) })
    },
  }
}
