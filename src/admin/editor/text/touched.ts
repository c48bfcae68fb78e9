/**
 * Which lines the user is editing now: those with a cursor or selection, while the editor has the focus. Only there
 * do `live-style.ts`, `tables.ts` and `pictures.ts` show the Markdown source.
 */

import { StateEffect, StateField, type EditorState, type Extension } from '@codemirror/state'
import { EditorView, type ViewUpdate } from '@codemirror/view'

const setFocus = StateEffect.define<boolean>()

const focusField = StateField.define<boolean>({
  create: () => false,
  update: (was, transaction) =>
    transaction.effects.reduce(
      (value, effect) => (effect.is(setFocus) ? effect.value : value),
      was,
    ),
})

function noteFocus(view: EditorView): void {
  const { hasFocus, state } = view
  if (hasFocus !== state.field(focusField)) view.dispatch({ effects: setFocus.of(hasFocus) })
}

/**
 * Keeps the focus in the state, where decorations can read it. CodeMirror's `focusChangeEffect` says what was true when
 * a transaction was made, or nothing if another one came in between: a command that gives the focus back would leave
 * the state without it.
 */
export const trackFocus: Extension = [
  focusField,
  EditorView.updateListener.of(({ view }) => queueMicrotask(() => noteFocus(view))),
]

/** Whether other lines may be touched after an update. */
export function isTouchMoved({ startState, state, docChanged, selectionSet }: ViewUpdate): boolean {
  const isFocusMoved = startState.field(focusField, false) !== state.field(focusField, false)
  return docChanged || selectionSet || isFocusMoved
}

/** Whether a range shares a line with a cursor or a selection of the focused editor. */
export function isTouched(state: EditorState, from: number, to: number): boolean {
  if (state.field(focusField, false) !== true) return false
  return state.selection.ranges.some((range) => {
    const first = state.doc.lineAt(range.from).from
    const last = state.doc.lineAt(range.to).to
    return from <= last && to >= first
  })
}
