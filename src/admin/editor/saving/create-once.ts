/** Creates a document once, even if the answer to an earlier attempt was lost. */

import { ApiError, randomKey } from '../../api/client.js'
import { createEntry } from '../../api/entries.js'
import type { FullEntry } from '../../api/types.js'
import { EMPTY, inputOf, type Form } from '../form.js'
import { keep, type Memory } from '../memory.js'
import type { Place } from '../place.js'

/**
 * Sends what is in the editor; or repeats the request of an attempt that was begun, which the server recognizes by its
 * key. The draft has the attempt before it is sent, for the case that the page is closed or loaded again.
 *
 * @returns the document, and what it was made of
 * @throws ApiError
 */
export async function createOnce(
  place: Place,
  now: Memory,
): Promise<{ readonly saved: FullEntry; readonly sent: Form }> {
  const begun = (now.begun ??= { key: randomKey(), form: now.form })
  await keep(now)
  const { key, form } = begun
  try {
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
