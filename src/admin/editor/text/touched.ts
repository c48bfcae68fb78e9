/** Where signs are shown as one types them: the lines that one writes in. */

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

/** Lets the state know whether one writes here. */
export const focusKnown: Extension = [
  focusField,
  EditorView.focusChangeEffect.of((_state, isFocused) => setFocus.of(isFocused)),
]

/** Whether a range has a line in which one writes. */
export function isTouched(state: EditorState, from: number, to: number): boolean {
  if (state.field(focusField, false) !== true) return false
  return state.selection.ranges.some((range) => {
    const first = state.doc.lineAt(range.from).from
    const last = state.doc.lineAt(range.to).to
    return from <= last && to >= first
  })
}
