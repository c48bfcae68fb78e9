/** The menu with what can be done with one row of a list or table. */

import { d } from '../text/data-texts.js'
import { IconButton } from '../ui/button.js'
import type { IconName } from '../ui/icons.js'
import { Menu, type MenuEntry } from '../ui/menu.js'
import type { Sorting } from './sortable.js'

interface RowMenuProps {
  readonly index: number
  readonly sorting: Sorting
  readonly canMove: boolean
  readonly onCopy?: () => void
  /** For a row that has a name. */
  readonly onRename?: (() => void) | undefined
  /** For all but the last column of a table. */
  readonly onRemove?: (() => void) | undefined
}

export function RowMenu({ index, sorting, canMove, onCopy, onRename, onRemove }: RowMenuProps) {
  const { move, count, nameOf } = sorting
  const label = d('of', { name: nameOf(index) })
  const remove = () => {
    sorting.focusNext(sorting.beside(index))
    onRemove?.()
  }
  const entries = [
    canMove && index > 0 && entryOf('move.up', 'up', () => move(index, index - 1)),
    canMove && index < count - 1 && entryOf('move.down', 'down', () => move(index, index + 1)),
    onCopy && entryOf('copy', 'copy', onCopy),
    onRename && entryOf('rename', 'form', onRename),
    onRemove && { ...entryOf('remove', 'trash', remove), isDanger: true },
  ]
  return (
    <Menu label={label} entries={entries.filter((entry) => !!entry)}>
      <IconButton icon="more" label={label} />
    </Menu>
  )
}

function entryOf(id: Parameters<typeof d>[0], icon: IconName, onAction: () => void): MenuEntry {
  return { id, label: d(id), icon, onAction }
}
