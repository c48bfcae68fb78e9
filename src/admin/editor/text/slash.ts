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

/**
 * Inserts a block with blank lines around it.
 *
 * @param back distance of the cursor from its end
 * @param selected characters that are selected behind the cursor
 */
function insert(block: string, back = 0, selected = 0): Edit {
  return (state) => {
    const { from } = state.selection.main
    const line = state.doc.lineAt(from)
    const hasText = (number: number) =>
      number > 0 && number <= state.doc.lines && state.doc.line(number).text.trim() !== ''
    const above = hasText(line.number - 1) ? '\n' : ''
    const below = hasText(line.number) ? '\n' : ''
    const start = from + above.length + block.length - back
    return {
      changes: { from, insert: textOf(above + block + below) },
      selection: { anchor: start, head: start + selected },
    }
  }
}

const TABLE = '| A | B |\n|---|---|\n|   |   |\n'

/** A table that is filled from the name of its first column on: Tab goes to the next cell. */
export const insertTable = insert(TABLE, TABLE.length - TABLE.indexOf('A'), 1)

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

/** What other editors call a command, whatever the language: also an answer, after the commands whose names have it. */
const ALSO: Readonly<Partial<Record<Key, string>>> = {
  'slash.code': 'pre',
  'slash.heading-2': 'h2',
  'slash.heading-3': 'h3',
  'slash.rule': 'hr line',
  'tool.bullets': 'bullets ul',
  'tool.image': 'image photo img',
  'tool.numbers': 'ol',
  'tool.quote': 'quote blockquote',
}

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
    const options = ENTRIES.map(([key, edit]) => ({ key, ...optionOf(t(key), edit) }))
    if (onPicture)
      options.push({ key: 'tool.image', ...optionOf(t('tool.image'), () => ({}), onPicture) })
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

interface Command extends Completion {
  readonly key: Key
}

function matching(options: readonly Command[], typed: string): readonly Completion[] {
  const text = typed.toLowerCase()
  const isNamed = ({ label }: Command) => label.toLowerCase().includes(text)
  const isAlso = ({ key }: Command) =>
    ALSO[key]?.split(' ').some((word) => word.startsWith(text)) === true
  const others = options.filter((one) => !isNamed(one) && isAlso(one))
  return [...options.filter(isNamed), ...others]
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
