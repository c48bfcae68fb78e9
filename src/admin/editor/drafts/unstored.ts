/** Drafts that the browser does not store. They go with the page, so it asks before it is closed. */

import type { StoredDraft } from './drafts.js'

const held = new Map<string, StoredDraft>()

function ask(event: BeforeUnloadEvent): void {
  event.preventDefault()
}

export const unstored = {
  get: (key: string): StoredDraft | undefined => held.get(key),
  list: (): readonly StoredDraft[] => [...held.values()],
  set: (draft: StoredDraft): void => {
    held.set(draft.key, draft)
    addEventListener('beforeunload', ask)
  },
  delete: (key: string): void => {
    held.delete(key)
    if (held.size === 0) removeEventListener('beforeunload', ask)
  },
}
