/** New texts that begin as a copy of one that is open. */

import type { FullEntry } from '../api/types.js'
import { navigate } from '../app/router.js'
import type { Form } from './form.js'
import { keepAsNew } from './memory.js'
import { collectionOfEntry, type Place } from './place.js'

/** Opens a new text with what is made of the one in the editor, as a draft. @param make is told the collection; null for pages */
export async function beginCopy(
  { siteId, type }: Place,
  entry: FullEntry,
  make: (collection: string | null) => Form,
): Promise<void> {
  const collection = type === 'page' ? null : collectionOfEntry(entry)
  await keepAsNew({ siteId, type, collection }, make(collection))
  const list = collection === null ? 'pages' : `c/${encodeURIComponent(collection)}`
  navigate(`/sites/${siteId}/${list}/new`)
}
