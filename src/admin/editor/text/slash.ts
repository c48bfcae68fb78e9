/** The menu of blocks to insert, opened by a slash at the start of a line. */

import {
  autocompletion,
  type Completion,
  type CompletionContext,
  type CompletionResult,
} from '@codemirror/autocomplete'
import type { Extension } from '@codemirror/state'
import type { Command, EditorView } from '@codemirror/view'
import type { Key } from '../../text/catalogue.js'
import { t } from '../../text/text.js'
import { bullets, heading, insertText, numbers, quote } from './commands.js'

/** Inserts a block; `back` is the distance of the cursor from its end. */
function insert(text: string, back = 0): Command {
  return (view) => {
    insertText(view, text)
    const { head } = view.state.selection.main
    view.dispatch({ selection: { anchor: head - back } })
    return true
  }
}

const ENTRIES: readonly (readonly [Key, Command])[] = [
  ['slash.heading-2', heading(2)],
  ['slash.heading-3', heading(3)],
  ['tool.bullets', bullets],
  ['tool.numbers', numbers],
  ['tool.quote', quote],
  ['slash.table', insert('| A | B |\n|---|---|\n|   |   |\n', 9)],
  ['slash.code', insert('```\n\n```\n', 5)],
  ['slash.rule', insert('---\n\n')],
]

/**
 * The extension.
 *
 * @param onPicture opens the image chooser; null if the user may not upload
 */
export function slashMenu(onPicture: (() => void) | null): Extension {
  const picture = (): boolean => {
    onPicture?.()
    return true
  }
  const all = onPicture ? [...ENTRIES, ['tool.image', picture] as const] : ENTRIES
  const source = (context: CompletionContext): CompletionResult | null => {
    const line = context.state.doc.lineAt(context.pos)
    const typed = context.state.sliceDoc(line.from, context.pos)
    if (!/^\/[\p{L}\p{N}]*$/u.test(typed)) return null
    const options = all.map(([key, command]) => optionOf(t(key), command))
    return { from: line.from, options: matching(options, typed.slice(1)), filter: false }
  }
  // The user has asked for this menu, so Enter works without delay.
  return autocompletion({ override: [source], icons: false, interactionDelay: 0 })
}

function matching(options: readonly Completion[], typed: string): readonly Completion[] {
  const text = typed.toLowerCase()
  return options.filter(({ label }) => label.toLowerCase().includes(text))
}

function optionOf(label: string, command: Command): Completion {
  return {
    label,
    apply: (view: EditorView, ...[, from, to]: [Completion, number, number]) => {
      view.dispatch({ changes: { from, to }, userEvent: 'input.complete' })
      command(view)
    },
  }
}
