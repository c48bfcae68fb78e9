/**
 * The state of one document or page in the editor: its form, the draft in the browser, saving, and conflicts with
 * other users' saves.
 */

import { useCallback, useEffect, useRef, useState } from 'react'
import type { FullEntry } from '../api/types.js'
import { useResolveConflict } from './conflict/use-conflict.js'
import { dropDraft } from './drafts/drafts.js'
import type { Choices, Form } from './form.js'
import { isDirty, keep, memoryOf, type Memory, type Opened } from './memory.js'
import type { Place } from './place.js'
import { useSave } from './saving/use-save.js'
import { useServerVersion } from './saving/use-server-version.js'
import { stateOf, type EditorState } from './state.js'

export interface Editor extends EditorState {
  readonly change: (fields: Partial<Form>) => void
  /** Saves, also what changed since a save that is under way began. Resolves with null if saving failed. */
  readonly save: () => Promise<FullEntry | null>
  readonly resolveConflict: (choices: Choices, body: string | null) => Promise<void>
  /** Discards all changes and shows the server's version, if it can be read. */
  readonly discard: () => Promise<void>
  /** Shows an entry that was saved elsewhere, such as a restored version, with what was typed meanwhile. */
  readonly adopt: (entry: FullEntry) => void
  /** Drops the draft of a document that was deleted. */
  readonly forget: () => Promise<void>
}

/** The editor of an entry. */
export function useEditor(place: Place, opened: Opened): Editor {
  const memory = useRef<Memory>(memoryOf(opened))
  const [state, setState] = useState<EditorState>(() => stateOf(opened))
  const alter = useCallback(
    (next: Partial<EditorState>) => setState((was) => ({ ...was, ...next })),
    [],
  )
  const change = useCallback(
    (fields: Partial<Form>) => {
      const now = memory.current
      now.form = { ...now.form, ...fields }
      alter({ form: now.form, isDirty: isDirty(now) })
      void keep(now).then((isKept) => isKept || alter({ isKept }))
    },
    [alter],
  )
  const parts = { memory, alter, setState }
  const save = useSave(place, parts)
  const resolveConflict = useResolveConflict(parts, save)
  const { adopt, discard } = useServerVersion(parts)
  const forget = useCallback(() => dropDraft(memory.current.slot.key), [])
  useRelease(memory)
  return { ...state, change, save, resolveConflict, discard, adopt, forget }
}

/** Leaves the draft to other editors when this one is left. */
function useRelease(memory: { readonly current: Memory }): void {
  useEffect(() => {
    const now = memory.current
    return () => {
      now.isLeft = true
      now.slot.release()
    }
  }, [memory])
}
