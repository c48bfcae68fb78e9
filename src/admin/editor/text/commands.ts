/** The editing commands of the toolbar and the keyboard shortcuts. */

import { EditorSelection, type ChangeSpec, type EditorState } from '@codemirror/state'
import type { Command, EditorView, KeyBinding } from '@codemirror/view'

/** Wraps the selection in a marker such as `**`, or removes it. */
function toggleAround(sign: string): Command {
  return (view) => {
    const size = sign.length
    const change = view.state.changeByRange((range) => {
      const { from, to } = range
      const before = view.state.sliceDoc(from - size, from)
      const after = view.state.sliceDoc(to, to + size)
      if (before === sign && after === sign) {
        return {
          changes: [
            { from: from - size, to: from },
            { from: to, to: to + size },
          ],
          range: EditorSelection.range(from - size, to - size),
        }
      }
      return {
        changes: [
          { from, insert: sign },
          { from: to, insert: sign },
        ],
        range: EditorSelection.range(from + size, to + size),
      }
    })
    view.dispatch(view.state.update(change, { userEvent: 'input', scrollIntoView: true }))
    view.focus()
    return true
  }
}

/** The lines that the selection touches. */
function selectedLines(state: EditorState) {
  const { from, to } = state.selection.main
  const [first, last] = [state.doc.lineAt(from).number, state.doc.lineAt(to).number]
  return Array.from({ length: last - first + 1 }, (_, index) => state.doc.line(first + index))
}

const PREFIX = /^(?:#{1,6} |> |[-*+] |\d+[.)] )/

/**
 * Sets the prefix of each selected line, such as `## ` or `- `, replacing another one; removes it if it is there
 * already.
 */
function togglePrefix(prefixOf: (index: number) => string): Command {
  return (view) => {
    const lines = selectedLines(view.state)
    const hasAll = lines.every((line, index) => line.text.startsWith(prefixOf(index)))
    const changes: ChangeSpec[] = lines.map((line, index) => {
      const old = PREFIX.exec(line.text)?.[0] ?? ''
      const insert = hasAll ? '' : prefixOf(index)
      return { from: line.from, to: line.from + old.length, insert }
    })
    view.dispatch({ changes, userEvent: 'input', scrollIntoView: true })
    view.focus()
    return true
  }
}

/**
 * Turns the selection into a link and puts the cursor where the URL goes; without a selection, where the text goes.
 */
export const insertLink: Command = (view) => {
  const { from, to } = view.state.selection.main
  const text = view.state.sliceDoc(from, to)
  const at = from + text.length + 3
  view.dispatch({
    changes: { from, to, insert: `[${text}]()` },
    selection: text === '' ? { anchor: from + 1 } : { anchor: at },
    userEvent: 'input',
    scrollIntoView: true,
  })
  view.focus()
  return true
}

/** Inserts text at an offset; by default at the cursor. */
export function insertText(view: EditorView, text: string, at?: number): void {
  const { from, to } = at === undefined ? view.state.selection.main : { from: at, to: at }
  view.dispatch({
    changes: { from, to, insert: text },
    selection: { anchor: from + text.length },
    userEvent: 'input',
    scrollIntoView: true,
  })
}

export const bold = toggleAround('**')
export const italic = toggleAround('_')
export const code = toggleAround('`')
export const heading = (level: number) => togglePrefix(() => `${'#'.repeat(level)} `)
export const quote = togglePrefix(() => '> ')
export const bullets = togglePrefix(() => '- ')
export const numbers = togglePrefix((index) => `${index + 1}. `)

export const shortcuts: readonly KeyBinding[] = [
  { key: 'Mod-b', run: bold },
  { key: 'Mod-i', run: italic },
  { key: 'Mod-k', run: insertLink },
  { key: 'Mod-e', run: code },
  { key: 'Mod-Alt-1', run: heading(1) },
  { key: 'Mod-Alt-2', run: heading(2) },
  { key: 'Mod-Alt-3', run: heading(3) },
  { key: 'Mod-Shift-8', run: bullets },
  { key: 'Mod-Shift-7', run: numbers },
  { key: 'Mod-Shift-9', run: quote },
]
