/** Creates a document once, even if the answer to an earlier attempt was lost. */

import { ApiError, randomKey } from '../api/client.js'
import { createEntry, updateEntry } from '../api/entries.js'
import type { FullEntry } from '../api/types.js'
import { EMPTY, inputOf, type Form } from './form.js'
import type { Place } from './place.js'

/** An attempt of which nobody knows yet what became of it. */
export interface Begun {
  readonly key: string
  readonly form: Form
}

/**
 * Repeats the request of an attempt that was begun, which the server recognizes by its key; then sends what has
 * changed since.
 *
 * @throws ApiError
 */
export async function createOnce(
  place: Place,
  now: { begun: Begun | null },
  form: Form,
): Promise<FullEntry> {
  const begun = (now.begun ??= { key: randomKey(), form })
  try {
    const input = { ...inputOf(EMPTY, begun.form), title: begun.form.title }
    const created = await createEntry(place, input, begun.key)
    const changed = inputOf(begun.form, form)
    const isSame = Object.keys(changed).length === 0
    return isSame ? created : await updateEntry(created, { ...changed, sha: created.sha })
  } catch (error) {
    if (isRefused(error)) now.begun = null
    throw error
  }
}

/** True if the server has refused the request, so that the next one is another one. */
function isRefused(error: unknown): boolean {
  if (!(error instanceof ApiError) || error.status >= 500) return false
  return !error.message.includes('is being carried out')
}
