/** Taking over what the server has. */

import { useCallback } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { getEntry } from '../../api/entries.js'
import { keys } from '../../api/queries.js'
import type { FullEntry } from '../../api/types.js'
import { afterSaving } from '../conflict/after-saving.js'
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
    const { entry, begin, ...before } = memory.current
    const { form, base, sha } = before
    try {
      if (entry) {
        const fresh = await getEntry(entry)
        show(fresh, formOf(fresh))
      } else {
        memory.current.form = begin
        setState((was) => ({
          ...was,
          form: begin,
          isDirty: false,
          restoredAt: null,
          textVersion: was.textVersion + 1,
        }))
        await keep(memory.current)
      }
      alter({ givenUp: { form, base, sha } })
    } catch (error) {
      alter({ error })
    }
  }, [show, alter, setState, memory])
  return { adopt, discard }
}
