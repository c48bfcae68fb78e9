/** Drafts that the browser does not store. They go with the page, so it asks before it is closed. */

import { holdPage } from '../../api/leaving.js'

/** The properties that all drafts have. */
export interface StoredDraft {
  /**
   * The id of the user, and `document:<id>`, the place of a new document, or `source:<site>:<path>`, and the number of
   * the tab if there are several.
   */
  readonly key: string
  /** Time of the write, in milliseconds since 1970. */
  readonly at: number
}

const held = new Map<string, StoredDraft>()
let release: (() => void) | null = null

export const unstored = {
  get: (key: string): StoredDraft | undefined => held.get(key),
  list: (): readonly StoredDraft[] => [...held.values()],
  set: (draft: StoredDraft): void => {
    held.set(draft.key, draft)
    release ??= holdPage()
  },
  delete: (key: string): void => {
    held.delete(key)
    if (held.size > 0) return
    release?.()
    release = null
  },
}
