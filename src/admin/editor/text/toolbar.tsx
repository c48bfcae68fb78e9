/** The toolbar above the text. */

import { Toolbar as ToolbarPrimitive, FileTrigger } from 'react-aria-components'
import type { Command, EditorView } from '@codemirror/view'
import type { Key } from '../../text/catalogue.js'
import { t } from '../../text/text.js'
import { IconButton } from '../../ui/button.js'
import type { IconName } from '../../ui/icons.js'
import { bold, bullets, code, heading, insertLink, italic, numbers, quote } from './commands.js'
import type { Format } from './format.js'

interface ToolbarProps {
  /** Only Markdown has formatting buttons. */
  readonly format: Format
  readonly view: () => EditorView | null
  readonly onFiles: ((files: readonly File[]) => void) | null
}

const TOOLS: readonly (readonly [IconName, Key, Command])[] = [
  ['heading', 'tool.heading', heading(2)],
  ['bold', 'tool.bold', bold],
  ['italic', 'tool.italic', italic],
  ['link', 'tool.link', insertLink],
  ['list', 'tool.bullets', bullets],
  ['numbers', 'tool.numbers', numbers],
  ['quote', 'tool.quote', quote],
  ['code', 'tool.code', code],
]

export function Toolbar({ format, view, onFiles }: ToolbarProps) {
  if (format !== 'markdown' && onFiles === null) return null
  const tools = format === 'markdown' ? TOOLS : []
  const run = (command: Command) => {
    const editor = view()
    if (editor) command(editor)
  }
  return (
    <ToolbarPrimitive className="toolbar" aria-label={t('tools')}>
      {tools.map(([icon, key, command]) => (
        <IconButton key={key} icon={icon} label={t(key)} onPress={() => run(command)} />
      ))}
      {onFiles && (
        <FileTrigger allowsMultiple onSelect={(list) => onFiles([...(list ?? [])])}>
          <IconButton icon="image" label={t('tool.image')} />
        </FileTrigger>
      )}
    </ToolbarPrimitive>
  )
}
