/** Offsets of the text that stay where they are while others write before them. */

import { StateEffect, StateField, type Extension } from '@codemirror/state'
import type { EditorView } from '@codemirror/view'

const setPlace = StateEffect.define<{ readonly key: object; readonly at: number | null }>()

const places = StateField.define<ReadonlyMap<object, number>>({
  create: () => new Map(),
  update: (was, { changes, docChanged, effects }) => {
    const set = effects.filter((effect) => effect.is(setPlace))
    if (set.length === 0 && (!docChanged || was.size === 0)) return was
    const kept = new Map([...was].map(([key, at]) => [key, changes.mapPos(at, 1)] as const))
    for (const { value } of set) {
      if (value.at === null) kept.delete(value.key)
      else kept.set(value.key, value.at)
    }
    return kept
  },
})

/** The extension. */
export const keptPlaces: Extension = places

/** Keeps an offset. @returns what says where it is by then, and keeps it no longer */
export function keepPlace(view: EditorView, at: number): () => number {
  const key = {}
  view.dispatch({ effects: setPlace.of({ key, at }) })
  return () => {
    const now = view.state.field(places).get(key) ?? view.state.doc.length
    view.dispatch({ effects: setPlace.of({ key, at: null }) })
    return now
  }
}
