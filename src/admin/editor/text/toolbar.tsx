/** The toolbar above the text. */

import { Toolbar as ToolbarPrimitive, FileTrigger } from 'react-aria-components'
import type { EditorView } from '@codemirror/view'
import type { Key } from '../../text/catalogue.js'
import { t } from '../../text/text.js'
import { IconButton } from '../../ui/button.js'
import type { IconName } from '../../ui/icons.js'
import { edits, run, type Edit } from './commands.js'
import type { Format } from './format.js'

interface ToolbarProps {
  /** Only Markdown has formatting buttons. */
  readonly format: Format
  readonly view: () => EditorView | null
  readonly onFiles: ((files: readonly File[]) => void) | null
}

const TOOLS: readonly (readonly [IconName, Key, Edit])[] = [
  ['heading', 'tool.heading', edits.heading(2)],
  ['bold', 'tool.bold', edits.bold],
  ['italic', 'tool.italic', edits.italic],
  ['link', 'tool.link', edits.link],
  ['list', 'tool.bullets', edits.bullets],
  ['numbers', 'tool.numbers', edits.numbers],
  ['quote', 'tool.quote', edits.quote],
  ['code', 'tool.code', edits.code],
]

export function Toolbar({ format, view, onFiles }: ToolbarProps) {
  if (format !== 'markdown' && onFiles === null) return null
  const tools = format === 'markdown' ? TOOLS : []
  const apply = (edit: Edit) => {
    const editor = view()
    if (editor) run(editor, edit(editor.state))
  }
  return (
    <ToolbarPrimitive className="toolbar" aria-label={t('tools')}>
      {tools.map(([icon, key, edit]) => (
        <IconButton key={key} icon={icon} label={t(key)} onPress={() => apply(edit)} />
      ))}
      {onFiles && (
        <FileTrigger allowsMultiple onSelect={(list) => onFiles([...(list ?? [])])}>
          <IconButton icon="image" label={t('tool.image')} />
        </FileTrigger>
      )}
    </ToolbarPrimitive>
  )
}
