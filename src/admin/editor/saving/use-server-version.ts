/** Taking over what the server has. */

import { useCallback } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { getEntry } from '../../api/entries.js'
import { keys } from '../../api/queries.js'
import type { FullEntry } from '../../api/types.js'
import { afterSaving } from '../conflict/after-saving.js'
import { dropDraft } from '../drafts/drafts.js'
import { formOf, type Form } from '../form.js'
import { isDirty, keep } from '../memory.js'
import type { EditorParts } from '../state.js'

interface ServerVersion {
  readonly adopt: (entry: FullEntry) => void
  readonly discard: () => Promise<void>
}

/** @see Editor */
export function useServerVersion({ memory, alter, setState }: EditorParts): ServerVersion {
  const cache = useQueryClient()
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
      void keep(now)
    },
    [cache, memory, setState],
  )
  const adopt = useCallback(
    (entry: FullEntry) => {
      const { form, base } = memory.current
      const saved = formOf(entry)
      const merged = base && afterSaving({ base, sent: base, saved, current: form })
      // If they clash, the edit stays as it is, and the next save merges it.
      if (merged) show(entry, merged)
    },
    [show, memory],
  )
  const discard = useCallback(async () => {
    const { entry, slot } = memory.current
    try {
      if (entry) {
        const fresh = await getEntry(entry)
        show(fresh, formOf(fresh))
        return
      }
      await dropDraft(slot.key)
      location.reload()
    } catch (error) {
      alter({ error })
    }
  }, [show, alter, memory])
  return { adopt, discard }
}
