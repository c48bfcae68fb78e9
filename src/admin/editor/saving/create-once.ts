/** Creates a document once, even if the answer to an earlier attempt was lost. */

import { ApiError, randomKey } from '../../api/client.js'
import { createEntry, getEntry, listEntries } from '../../api/entries.js'
import type { FullEntry } from '../../api/types.js'
import { EMPTY, inputOf, type Form } from '../form.js'
import { keep, type Memory } from '../memory.js'
import type { Place } from '../place.js'

/** The server knows a key for 24 hours; clocks may differ. */
const MAX_KEY_AGE_MS = 23 * 3_600_000

/** Documents among which one is looked for; the newest ones. */
const MAX_ROWS = 1000

/**
 * Sends what is in the editor; or repeats the request of an attempt that was begun, which the server recognizes by its
 * key. The draft has the attempt before it is sent, for the case that the page is closed or loaded again. If the server
 * has forgotten the key since, a document that is what was sent is taken for what became of it.
 *
 * @returns the document, and what it was made of
 * @throws ApiError
 */
export async function createOnce(
  place: Place,
  now: Memory,
): Promise<{ readonly saved: FullEntry; readonly sent: Form }> {
  const begun = (now.begun ??= { key: randomKey(), at: Date.now(), form: now.form })
  await keep(now)
  const { key, at = 0, form } = begun
  try {
    const isForgotten = at < Date.now() - MAX_KEY_AGE_MS
    const made = isForgotten ? await findMade(place, now.slot.owner, form) : null
    if (made) return { saved: made, sent: form }
    const saved = await createEntry(place, { ...inputOf(EMPTY, form), title: form.title }, key)
    return { saved, sent: form }
  } catch (error) {
    if (isRefused(error)) now.begun = null
    throw error
  }
}

/** True if the server has refused the request, so that the next one is another one. */
function isRefused(error: unknown): boolean {
  if (!(error instanceof ApiError) || error.status >= 500) return false
  return error.code !== 'in_progress'
}

/** The newest of the user's documents with this title and body; null if there is none. */
async function findMade(
  place: Place,
  author: string,
  { title, body }: Form,
): Promise<FullEntry | null> {
  const query = { author, sort: 'updated_at-desc', per_page: MAX_ROWS } as const
  const { items } = await listEntries(place, query)
  for (const entry of items) {
    if (entry.title !== title) continue
    const full = await getEntry(entry)
    if (full.body.trimEnd() === body.trimEnd()) return full
  }
  return null
}
