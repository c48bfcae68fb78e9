/** The toolbar above the text. */

import { Toolbar as ToolbarPrimitive } from 'react-aria-components'
import type { EditorView } from '@codemirror/view'
import { useCommands } from '../../app/commands.js'
import type { Key } from '../../text/catalogue.js'
import { t } from '../../text/text.js'
import { IconButton } from '../../ui/button.js'
import type { IconName } from '../../ui/icons.js'
import { edits, run, type Edit } from './commands.js'
import type { Format } from './format.js'
import { focusBehindWindows } from './insertion.js'
import { TableMenu } from './table-menu.js'

interface ToolbarProps {
  /** Only Markdown has formatting buttons. */
  readonly format: Format
  readonly view: () => EditorView | null
  /** Opens the window for pictures and files; null if the user may not add any. */
  readonly onPicture: (() => void) | null
  readonly onLink: () => void
  /** Whether the cursor is in a table. */
  readonly isInTable: boolean
}

/** Without an edit: what opens the window for links. */
const TOOLS: readonly (readonly [IconName, Key, Edit | null])[] = [
  ['heading', 'tool.heading', edits.heading(2)],
  ['bold', 'tool.bold', edits.bold],
  ['italic', 'tool.italic', edits.italic],
  ['link', 'tool.link', null],
  ['list', 'tool.bullets', edits.bullets],
  ['numbers', 'tool.numbers', edits.numbers],
  ['quote', 'tool.quote', edits.quote],
  ['code', 'tool.code', edits.code],
]

export function Toolbar({ format, view, onPicture, onLink, isInTable }: ToolbarProps) {
  const tools = format === 'markdown' ? TOOLS : []
  const apply = (edit: Edit) => {
    const editor = view()
    if (!editor) return
    run(editor, edit(editor.state))
    focusBehindWindows(editor)
  }
  const press = (edit: Edit | null) => (edit ? apply(edit) : onLink())
  useCommands(() => [
    ...tools.map(([icon, key, edit]) => ({ id: key, label: t(key), icon, run: () => press(edit) })),
    ...(onPicture
      ? [{ id: 'tool.image', label: t('tool.image'), icon: 'image', run: onPicture } as const]
      : []),
  ])
  if (format !== 'markdown' && onPicture === null) return null
  return (
    <ToolbarPrimitive className="toolbar" aria-label={t('tools')}>
      {tools.map(([icon, key, edit]) => (
        <IconButton
          key={key}
          icon={icon}
          label={t(key)}
          onPress={() => (edit ? apply(edit) : onLink())}
        />
      ))}
      {format === 'markdown' && <TableMenu {...{ view, isInTable }} />}
      {onPicture && <IconButton icon="image" label={t('tool.image')} onPress={onPicture} />}
    </ToolbarPrimitive>
  )
}
