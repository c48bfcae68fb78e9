/**
 * The state of one document or page in the editor: its form, the draft in the browser, saving, and conflicts with
 * other users' saves.
 */

import { useCallback, useEffect, useRef, useState } from 'react'
import type { FullEntry } from '../api/types.js'
import { useResolveConflict } from './conflict/use-conflict.js'
import { dropDraft } from './drafts/drafts.js'
import { changedFields, type Choices, type Form } from './form.js'
import type { BeforeSave } from './hiding.js'
import { isDirty, keep, memoryOf, startServerHalf, type Memory, type Opened } from './memory.js'
import type { Place } from './place.js'
import { useSave } from './saving/use-save.js'
import { useServerVersion } from './saving/use-server-version.js'
import { stateOf, type EditorParts, type EditorState, type GivenUp } from './state.js'

export interface Editor extends EditorState {
  readonly change: (fields: Partial<Form>) => void
  /** Saves, also what changed since a save that is under way began. Resolves with null if saving failed. */
  readonly save: () => Promise<FullEntry | null>
  readonly resolveConflict: (choices: Choices, body: string | null) => Promise<void>
  /** Discards all changes and shows the server's version, if it can be read. */
  readonly discard: () => Promise<void>
  /** Shows again what was discarded. */
  readonly undo: () => void
  /** Decides which draft goes on, if it has changed here and on another machine. The other one can be had back. */
  readonly settle: (which: 'here' | 'there') => void
  /** Shows an entry that was saved elsewhere, such as a restored version, with what was typed meanwhile. */
  readonly adopt: (entry: FullEntry) => void
  /** Drops the draft of a document that was deleted. */
  readonly forget: () => Promise<void>
}

/** The editor of an entry. @param beforeSave asked before each save; if it is not wanted, that counts as failed */
export function useEditor(place: Place, opened: Opened, beforeSave: BeforeSave): Editor {
  const memory = useRef<Memory>(memoryOf(opened))
  const [state, setState] = useState<EditorState>(() => stateOf(opened))
  const alter = useCallback(
    (next: Partial<EditorState>) => setState((was) => ({ ...was, ...next })),
    [],
  )
  const change = useCallback(
    (fields: Partial<Form>) => {
      const now = memory.current
      const before = now.form
      now.form = { ...before, ...fields }
      // The text area tells of what was put into it, too.
      const typed = changedFields(before, now.form).length > 0 ? { givenUp: null } : {}
      alter({ form: now.form, isDirty: isDirty(now), ...typed })
      void keep(now).then((isKept) => isKept || alter({ isKept }))
    },
    [alter],
  )
  const parts = { memory, alter, setState }
  const saveWith = useSave(place, parts)
  const save = useCallback(async () => {
    const redirect = await beforeSave(memory.current.entry, memory.current.form)
    return redirect === null ? null : saveWith(redirect)
  }, [beforeSave, saveWith])
  const resolveConflict = useResolveConflict(parts, save)
  const { adopt, discard } = useServerVersion(parts)
  const forget = useCallback(() => {
    memory.current.server?.drop()
    return dropDraft(memory.current.slot.key)
  }, [])
  useServerHalf(place, opened, parts)
  useRelease(memory)
  const { undo, settle } = useDrafts(state, parts)
  return { ...state, change, save, resolveConflict, discard, undo, settle, adopt, forget }
}

/** Keeps the draft on the server, too, from the first render on. */
function useServerHalf(place: Place, opened: Opened, { memory, alter }: EditorParts): void {
  const isStarted = useRef(false)
  if (isStarted.current) return
  isStarted.current = true
  const { entry, there, unsavedId, isToDecide } = opened
  const onOther = (other: EditorState['other']) => alter({ other })
  const id = entry?.id ?? unsavedId
  // What is to be decided is not replaced before.
  startServerHalf(memory.current, place, { id, there: isToDecide ? null : there, onOther })
  // All that the server has was saved meanwhile.
  if (opened.draft === null && !isToDecide) memory.current.server?.drop()
}

/** Shows one draft instead of another. */
function useDrafts({ givenUp, other }: EditorState, { memory, setState }: EditorParts) {
  const show = (next: GivenUp, more: Partial<EditorState>): void => {
    const now = memory.current
    Object.assign(now, { form: next.form, base: next.base, sha: next.sha })
    setState((was) => ({
      ...was,
      form: next.form,
      isDirty: isDirty(now),
      givenUp: null,
      textVersion: was.textVersion + 1,
      ...more,
    }))
    void keep(now)
  }
  const undo = () => givenUp && show(givenUp, {})
  const settle = (which: 'here' | 'there'): void => {
    if (!other) return
    const { form, base, sha, server } = memory.current
    const [mine, theirs] = [{ form, base, sha }, other.content]
    if (which === 'here') show(mine, { other: null, givenUp: theirs })
    else show(theirs, { other: null, givenUp: mine })
    server?.settle(other.version)
  }
  return { undo, settle }
}

/** Leaves the draft to other editors when this one is left. */
function useRelease(memory: { readonly current: Memory }): void {
  useEffect(() => {
    const now = memory.current
    const flush = () => now.server?.flush()
    addEventListener('visibilitychange', flush)
    return () => {
      removeEventListener('visibilitychange', flush)
      flush()
      now.isLeft = true
      now.slot.release()
    }
  }, [memory])
}
