/** Conflicts with what other users have saved. */

import { useCallback } from 'react'
import { ApiError } from '../../api/client.js'
import { getEntry } from '../../api/entries.js'
import { conflictingFields, formOf, mergedBody, resolvedForm, type Choices } from '../form.js'
import { isDirty, type Memory } from '../memory.js'
import type { Conflict, EditorParts } from '../state.js'

/** The conflict that an error reports; null for other errors. */
export async function conflictOf(error: unknown, now: Memory): Promise<Conflict | null> {
  if (!(error instanceof ApiError) || error.status !== 409) return null
  if (!now.entry || !now.base || error.currentSha === '') return null
  const entry = await getEntry(now.entry)
  const theirs = formOf(entry)
  const fields = conflictingFields({ base: now.base, mine: now.form, theirs })
  return { fields, base: now.base, theirs, entry, merged: mergedBody(error.body['conflict']) }
}

/** @returns a function that saves the user's choices, and the body if both have changed it */
export function useResolveConflict(
  { memory, alter, setState }: EditorParts,
  save: () => Promise<unknown>,
): (choices: Choices, body: string | null) => Promise<void> {
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
