/** Saving what is in the editor, one save after the other. */

import { useCallback } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { hideEntry, updateEntry } from '../../api/entries.js'
import { keys, refreshContent } from '../../api/queries.js'
import type { FullEntry } from '../../api/types.js'
import { afterSaving } from '../conflict/after-saving.js'
import { conflictOf } from '../conflict/use-conflict.js'
import { EMPTY, formOf, inputOf, type Form } from '../form.js'
import { isDirty, keep, moveDraft, type Memory } from '../memory.js'
import type { Place } from '../place.js'
import type { MakeRedirect } from '../redirect-offer.js'
import type { EditorParts } from '../state.js'
import { createOnce } from './create-once.js'

/**
 * @returns a function that saves, also what has changed since a save that is under way began; it resolves with null if
 *   saving failed
 */
export function useSave(
  place: Place,
  { memory, alter, setState }: EditorParts,
): (redirect: MakeRedirect) => Promise<FullEntry | null> {
  const cache = useQueryClient()
  return useCallback(
    async (redirect) => {
      const now = memory.current
      while (now.saving) {
        const saved = await now.saving
        if (!saved || !isDirty(now)) return saved
      }
      const take = (sent: Form, saved: FullEntry): void => {
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
          conflict: null,
          restoredAt: null,
          givenUp: null,
          textVersion: was.textVersion + (isReplaced ? 1 : 0),
        }))
      }
      const run = async (): Promise<FullEntry | null> => {
        const { form, entry } = now
        alter({ isSaving: true, error: null })
        try {
          const { saved, sent } = await send(place, now, redirect)
          take(sent, saved)
          if (entry) await keep(now)
          else await moveDraft(place, now, { id: saved.id, onOther: (other) => alter({ other }) })
          // Not before: who reads "Saved" may close the page, and the draft would come back as unsaved text.
          alter({ isSaving: false })
          void refreshContent(cache, place.siteId)
          // An earlier attempt was repeated first.
          return sent === form ? saved : await run()
        } catch (error) {
          if (!now.entry) await keep(now)
          const conflict = await conflictOf(error, now).catch(() => null)
          alter({ isSaving: false, error: conflict ? null : error, conflict })
          return null
        }
      }
      now.saving = run().finally(() => {
        now.saving = null
      })
      return now.saving
    },
    [place, memory, alter, setState, cache],
  )
}

interface Saved {
  readonly saved: FullEntry
  /** What was sent: the current text, or that of an earlier attempt. */
  readonly sent: Form
}

async function send(place: Place, now: Memory, redirect: MakeRedirect): Promise<Saved> {
  const { entry, base, form, sha } = now
  if (!entry) return createOnce(place, now)
  const input = inputOf(base ?? EMPTY, form)
  const beside = await redirect()
  if (beside === null) {
    const changed = { ...input, ...(sha !== null && { sha }) }
    return { saved: await updateEntry(entry, changed), sent: form }
  }
  // All else comes first: only a text that is saved alone is merged with what others have saved.
  const { visibility: _, draft, ...others } = input
  const isMore = Object.keys(others).length > 0
  const seen = isMore ? await updateEntry(entry, { ...others, ...(sha !== null && { sha }) }) : null
  const hidden = draft === true ? ({ draft } as const) : ({ visibility: 'hidden' } as const)
  const saved = await hideEntry(
    { ...entry, sha: seen?.sha ?? sha ?? entry.sha },
    { siteId: place.siteId, hidden, beside },
  )
  return { saved, sent: form }
}
