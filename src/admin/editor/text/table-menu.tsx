/** The button for tables above the text: inserts one, or changes the rows and columns of the one with the cursor. */

import { useState } from 'react'
import { Button as Pressable } from 'react-aria-components'
import type { EditorView } from '@codemirror/view'
import { t } from '../../text/text.js'
import { IconButton } from '../../ui/button.js'
import { Icon, type IconName } from '../../ui/icons.js'
import { Menu } from '../../ui/menu.js'
import { run } from './commands.js'
import { focusBehindWindows } from './insertion.js'
import { insertTable } from './slash.js'
import { tableEdits, type TableEditName } from './table-edits.js'

interface TableMenuProps {
  readonly view: () => EditorView | null
  /** Whether the cursor is in a table. */
  readonly isInTable: boolean
}

const NAMES = Object.keys(tableEdits) as readonly TableEditName[]

const ICONS: Readonly<Partial<Record<TableEditName, IconName>>> = {
  'row-up': 'up',
  'row-down': 'down',
  'row-above': 'plus',
  'row-below': 'plus',
  'row-remove': 'trash',
  'column-before': 'plus',
  'column-after': 'plus',
  'column-back': 'back',
  'column-on': 'forward',
  'column-remove': 'trash',
}

export function TableMenu({ view, isInTable }: TableMenuProps) {
  const [possible, setPossible] = useState<readonly TableEditName[]>([])
  const label = t('slash.table')
  const insert = () => {
    const editor = view()
    if (editor) run(editor, insertTable(editor.state))
  }
  if (!isInTable) return <IconButton icon="table" label={label} onPress={insert} />
  const look = (isOpen: boolean) => {
    const state = view()?.state
    if (isOpen && state) setPossible(NAMES.filter((name) => tableEdits[name](state) !== null))
  }
  const edit = (name: TableEditName) => {
    const editor = view()
    const spec = editor && tableEdits[name](editor.state)
    if (!spec) return
    run(editor, spec)
    focusBehindWindows(editor)
  }
  const entries = possible.map((name) => {
    const icon = ICONS[name]
    return {
      id: name,
      label: t(`table.${name}`),
      ...(icon && { icon }),
      onAction: () => edit(name),
    }
  })
  return (
    <Menu label={label} entries={entries} onOpenChange={look}>
      <Pressable className="button icon-only quiet" aria-label={label} aria-pressed="true">
        <Icon name="table" />
      </Pressable>
    </Menu>
  )
}
