/**
 * The state of one document or page in the editor: its form, the draft in the browser, saving, and conflicts with
 * other users' saves.
 */

import { useCallback, useEffect, useRef, useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { ApiError } from '../api/client.js'
import { getEntry, updateEntry } from '../api/entries.js'
import { keys, refreshContent } from '../api/queries.js'
import type { FullEntry } from '../api/types.js'
import { afterSaving } from './conflict/after-saving.js'
import { createOnce, type Begun } from './create-once.js'
import { dropDraft, keepDraft, readDraft, type Draft } from './drafts.js'
import {
  changedFields,
  conflictingFields,
  EMPTY,
  formOf,
  inputOf,
  mergedBody,
  resolvedForm,
  type Choices,
  type FieldPath,
  type Form,
} from './form.js'
import type { Place } from './place.js'

/** A conflict: both users have changed the same field to different values. */
export interface Conflict {
  readonly fields: readonly FieldPath[]
  readonly base: Form
  readonly theirs: Form
  readonly entry: FullEntry
  /** The body with both changes, if the server could merge them. */
  readonly merged: string | null
}

interface EditorState {
  readonly form: Form
  /** The entry as last read or saved; null for a new one before its first save. */
  readonly entry: FullEntry | null
  readonly isDirty: boolean
  readonly isSaving: boolean
  readonly error: unknown
  readonly conflict: Conflict | null
  /** Time of the restored draft; null if there was none. */
  readonly restoredAt: number | null
  /** False if the browser offers no storage: then the user should save often. */
  readonly isKept: boolean
  /** Changes when the text was set by something other than typing. */
  readonly textVersion: number
}

export interface Editor extends EditorState {
  readonly change: (fields: Partial<Form>) => void
  /** Saves, also what changed since a save that is under way began. Resolves with null if saving failed. */
  readonly save: () => Promise<FullEntry | null>
  readonly resolveConflict: (choices: Choices, body: string | null) => Promise<void>
  /** Discards all changes and shows the server's version, if it can be read. */
  readonly discard: () => Promise<void>
  /** Shows an entry that was saved elsewhere, such as a restored version, with what was typed meanwhile. */
  readonly adopt: (entry: FullEntry) => void
}

interface Memory {
  form: Form
  base: Form | null
  sha: string | null
  entry: FullEntry | null
  /** An attempt to create the entry whose answer was lost. */
  begun: Begun | null
  saving: Promise<FullEntry | null> | null
}

function keyOf(place: Place, entry: FullEntry | null): string {
  return entry ? `${place.type}:${entry.id}` : `new:${place.siteId}:${place.collection ?? 'pages'}`
}

/** The draft of a document, if it differs from the version with which the edit began. */
export async function findDraft(place: Place, entry: FullEntry | null): Promise<Draft | null> {
  const draft = await readDraft(keyOf(place, entry)).catch(() => null)
  if (!draft) return null
  const changed = changedFields(draft.base ?? EMPTY, draft.form)
  return changed.length > 0 ? draft : null
}

/**
 * The editor of an entry.
 *
 * @param first the entry as it was opened, and its draft
 */
export function useEditor(
  place: Place,
  first: { readonly entry: FullEntry | null; readonly draft: Draft | null },
): Editor {
  const cache = useQueryClient()
  const memory = useRef<Memory>(memoryOf(first))
  const [state, setState] = useState<EditorState>(() => stateOf(first))
  const alter = useCallback(
    (next: Partial<EditorState>) => setState((was) => ({ ...was, ...next })),
    [],
  )
  const change = useCallback(
    (fields: Partial<Form>) => {
      const now = memory.current
      now.form = { ...now.form, ...fields }
      alter({ form: now.form, isDirty: isDirty(now) })
      keep(place, now).then(
        () => undefined,
        () => alter({ isKept: false }),
      )
    },
    [place, alter],
  )
  const show = useCallback(
    (entry: FullEntry, form: Form) => {
      const now = memory.current
      Object.assign(now, { form, base: formOf(entry), sha: entry.sha, entry })
      cache.setQueryData(keys.entry(entry.id), entry)
      setState((was) => ({
        ...was,
        form,
        entry,
        isDirty: isDirty(now),
        error: null,
        conflict: null,
        restoredAt: null,
        textVersion: was.textVersion + 1,
      }))
      void keep(place, now).catch(() => undefined)
    },
    [cache, place],
  )
  const adopt = useCallback(
    (entry: FullEntry) => {
      const { form, base } = memory.current
      const saved = formOf(entry)
      const merged = base && afterSaving({ base, sent: base, saved, current: form })
      // If they clash, the edit stays as it is, and the next save merges it.
      if (merged) show(entry, merged)
    },
    [show],
  )
  const save = useSave(place, { memory, alter, setState })
  const discard = useCallback(async () => {
    const { entry } = memory.current
    try {
      if (entry) {
        const fresh = await getEntry(entry)
        show(fresh, formOf(fresh))
        return
      }
      await dropDraft(keyOf(place, null)).catch(() => undefined)
      location.reload()
    } catch (error) {
      alter({ error })
    }
  }, [place, show, alter])
  const resolveConflict = useResolveConflict({ memory, alter, setState }, save)
  useWarnBeforeClosing(state.isDirty && !state.isKept)
  return { ...state, change, save, resolveConflict, discard, adopt }
}

function stateOf(first: { entry: FullEntry | null; draft: Draft | null }): EditorState {
  return {
    form: memoryOf(first).form,
    entry: first.entry,
    isDirty: first.draft !== null,
    isSaving: false,
    error: null,
    conflict: null,
    restoredAt: first.draft?.at ?? null,
    isKept: true,
    textVersion: 0,
  }
}

function memoryOf({ entry, draft }: { entry: FullEntry | null; draft: Draft | null }): Memory {
  const onServer = entry ? formOf(entry) : null
  return {
    form: draft?.form ?? onServer ?? EMPTY,
    base: draft ? draft.base : onServer,
    sha: draft ? draft.sha : (entry?.sha ?? null),
    entry,
    begun: null,
    saving: null,
  }
}

function isDirty({ base, form }: Memory): boolean {
  return changedFields(base ?? EMPTY, form).length > 0
}

function keep(place: Place, now: Memory): Promise<void> {
  const key = keyOf(place, now.entry)
  if (!isDirty(now)) return dropDraft(key)
  return keepDraft({ key, form: now.form, base: now.base, sha: now.sha, at: Date.now() })
}

interface Parts {
  readonly memory: { readonly current: Memory }
  readonly alter: (next: Partial<EditorState>) => void
  readonly setState: (change: (was: EditorState) => EditorState) => void
}

function useSave(place: Place, { memory, alter, setState }: Parts): Editor['save'] {
  const cache = useQueryClient()
  return useCallback(async () => {
    const now = memory.current
    while (now.saving) {
      const saved = await now.saving
      if (!saved || !isDirty(now)) return saved
    }
    const oldKey = keyOf(place, now.entry)
    const run = async (): Promise<FullEntry | null> => {
      const sent = now.form
      alter({ isSaving: true, error: null })
      try {
        const saved = await send(place, now)
        const base = now.entry && now.base
        const merged = afterSaving({ base, sent, saved: formOf(saved), current: now.form })
        const form = merged ?? now.form
        const isReplaced = form.body !== now.form.body
        const onServer = { base: formOf(saved), sha: saved.sha }
        Object.assign(now, { form, entry: saved, ...(merged && onServer) })
        cache.setQueryData(keys.entry(saved.id), saved)
        setState((was) => ({
          ...was,
          form,
          entry: saved,
          isDirty: isDirty(now),
          isSaving: false,
          conflict: null,
          restoredAt: null,
          textVersion: was.textVersion + (isReplaced ? 1 : 0),
        }))
        if (keyOf(place, saved) !== oldKey) await dropDraft(oldKey).catch(() => undefined)
        await keep(place, now).catch(() => undefined)
        void refreshContent(cache, place.siteId)
        return saved
      } catch (error) {
        const conflict = await conflictOf(error, now).catch(() => null)
        alter({ isSaving: false, error: conflict ? null : error, conflict })
        return null
      }
    }
    now.saving = run().finally(() => {
      now.saving = null
    })
    return now.saving
  }, [place, memory, alter, setState, cache])
}

function send(place: Place, now: Memory): Promise<FullEntry> {
  const { entry, base, form, sha } = now
  if (!entry) return createOnce(place, now, form)
  return updateEntry(entry, { ...inputOf(base ?? EMPTY, form), ...(sha !== null && { sha }) })
}

/** The conflict that an error reports; null for other errors. */
async function conflictOf(error: unknown, now: Memory): Promise<Conflict | null> {
  if (!(error instanceof ApiError) || error.status !== 409) return null
  if (!now.entry || !now.base || error.currentSha === '') return null
  const entry = await getEntry(now.entry)
  const theirs = formOf(entry)
  const fields = conflictingFields({ base: now.base, mine: now.form, theirs })
  return { fields, base: now.base, theirs, entry, merged: mergedBody(error.body['conflict']) }
}

function useResolveConflict(
  { memory, alter, setState }: Parts,
  save: Editor['save'],
): Editor['resolveConflict'] {
  return useCallback(
    async (choices, body) => {
      const now = memory.current
      const conflict = await new Promise<Conflict | null>((resolve) => {
        setState((was) => {
          resolve(was.conflict)
          return was
        })
      })
      if (!conflict) return
      const form = resolvedForm(
        { base: conflict.base, mine: now.form, theirs: conflict.theirs },
        choices,
      )
      now.form = body === null ? form : { ...form, body }
      Object.assign(now, { base: conflict.theirs, sha: conflict.entry.sha, entry: conflict.entry })
      setState((was) => ({ ...was, form: now.form, textVersion: was.textVersion + 1 }))
      alter({ conflict: null, isDirty: isDirty(now) })
      await save()
    },
    [memory, alter, setState, save],
  )
}

/** Warns before the tab is closed. Needed only without storage; otherwise the draft is safe. */
function useWarnBeforeClosing(isNeeded: boolean): void {
  useEffect(() => {
    if (!isNeeded) return undefined
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', warn)
    return () => removeEventListener('beforeunload', warn)
  }, [isNeeded])
}
