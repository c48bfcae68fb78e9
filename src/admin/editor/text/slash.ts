/** The menu of blocks to insert, opened by a slash at the start of a line. */

import {
  autocompletion,
  type Completion,
  type CompletionContext,
  type CompletionResult,
} from '@codemirror/autocomplete'
import type { Extension } from '@codemirror/state'
import type { EditorView } from '@codemirror/view'
import type { Key } from '../../text/catalogue.js'
import { t } from '../../text/text.js'
import { edits, run, textOf, type Edit } from './commands.js'

/** Inserts a block with blank lines around it; `back` is the distance of the cursor from its end. */
function insert(block: string, back = 0): Edit {
  return (state) => {
    const { from } = state.selection.main
    const line = state.doc.lineAt(from)
    const hasText = (number: number) =>
      number > 0 && number <= state.doc.lines && state.doc.line(number).text.trim() !== ''
    const above = hasText(line.number - 1) ? '\n' : ''
    const below = hasText(line.number) ? '\n' : ''
    return {
      changes: { from, insert: textOf(above + block + below) },
      selection: { anchor: from + above.length + block.length - back },
    }
  }
}

export const insertTable = insert('| A | B |\n|---|---|\n|   |   |\n', 8)

const ENTRIES: readonly (readonly [Key, Edit])[] = [
  ['slash.heading-2', edits.heading(2)],
  ['slash.heading-3', edits.heading(3)],
  ['tool.bullets', edits.bullets],
  ['tool.numbers', edits.numbers],
  ['tool.quote', edits.quote],
  ['slash.table', insertTable],
  ['slash.code', insert('```\n\n```\n', 5)],
  ['slash.rule', insert('---\n\n')],
]

/**
 * The extension.
 *
 * @param onPicture opens the image chooser; null if the user may not upload
 */
export function slashMenu(onPicture: (() => void) | null): Extension {
  const source = (context: CompletionContext): CompletionResult | null => {
    const line = context.state.doc.lineAt(context.pos)
    const typed = context.state.sliceDoc(line.from, context.pos)
    if (!/^\/[\p{L}\p{N}]*$/u.test(typed)) return null
    const options = ENTRIES.map(([key, edit]) => optionOf(t(key), edit))
    if (onPicture) options.push(optionOf(t('tool.image'), () => ({}), onPicture))
    return {
      from: line.from,
      options: matching(options, typed.slice(1)),
      filter: false,
      // At once: while an answer is waited for, Enter would begin a line instead of choosing.
      update: (...[, , , now]) => source(now),
    }
  }
  // The user has asked for this menu, so it is there, and Enter works, without delay.
  return autocompletion({
    override: [source],
    icons: false,
    interactionDelay: 0,
    activateOnTypingDelay: 0,
  })
}

function matching(options: readonly Completion[], typed: string): readonly Completion[] {
  const text = typed.toLowerCase()
  return options.filter(({ label }) => label.toLowerCase().includes(text))
}

/** An edit is made where what was typed to find it was, in one step. */
function optionOf(label: string, edit: Edit, then?: () => void): Completion {
  return {
    label,
    apply: (view: EditorView, ...[, from, to]: [Completion, number, number]) => {
      const { state } = view
      const { state: cleared, changes: clearing } = state.update({ changes: { from, to } })
      const { changes = [], selection } = edit(cleared)
      run(view, {
        changes: clearing.compose(cleared.changes(changes)),
        selection: selection ?? { anchor: from },
        userEvent: 'input.complete',
      })
      then?.()
    },
  }
}
