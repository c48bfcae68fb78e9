/** Where a document belongs. */

import type { Entry } from '../api/types.js'

export interface Place {
  readonly siteId: string
  readonly type: 'document' | 'page'
  /** Of a new document; null for a page. */
  readonly collection: string | null
}

type Named = Pick<Entry, 'type' | 'filename' | 'path'>

/** The collection of a document, `posts` for a draft of one; null for a page. */
export function collectionOf(place: Place, entry: Named | null): string | null {
  if (place.type === 'page') return null
  return entry ? collectionOfEntry(entry) : place.collection
}

/** The same of a document that there is. */
export function collectionOfEntry(entry: Pick<Entry, 'filename' | 'path'>): string {
  const folder = entry.filename.slice(0, -entry.path.length - 1)
  const name = folder.split('/').at(-1)?.replace(/^_/, '') ?? ''
  return name === 'drafts' ? 'posts' : name
}
