/**
 * Which lines the user is editing now: those with a cursor or selection, while the editor has the focus. Only there
 * do `live-style.ts`, `tables.ts` and `pictures.ts` show the Markdown source.
 */

import { StateEffect, StateField, type EditorState, type Extension } from '@codemirror/state'
import { EditorView } from '@codemirror/view'

const setFocus = StateEffect.define<boolean>()

const focusField = StateField.define<boolean>({
  create: () => false,
  update: (was, transaction) =>
    transaction.effects.reduce(
      (value, effect) => (effect.is(setFocus) ? effect.value : value),
      was,
    ),
})

/** Keeps the focus in the state, where decorations can read it. */
export const trackFocus: Extension = [
  focusField,
  EditorView.focusChangeEffect.of((_state, isFocused) => setFocus.of(isFocused)),
]

/** Whether a range shares a line with a cursor or a selection of the focused editor. */
export function isTouched(state: EditorState, from: number, to: number): boolean {
  if (state.field(focusField, false) !== true) return false
  return state.selection.ranges.some((range) => {
    const first = state.doc.lineAt(range.from).from
    const last = state.doc.lineAt(range.to).to
    return from <= last && to >= first
  })
}
