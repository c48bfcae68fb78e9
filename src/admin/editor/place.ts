/** The place of a document: its site, collection and id. */

import type { Entry } from '../api/types.js'

export interface Place {
  readonly siteId: string
  readonly type: 'document' | 'page'
  /** Collection of a new document; null for a page. */
  readonly collection: string | null
}

type Named = Pick<Entry, 'type' | 'filename' | 'path'>

/** The collection of a document (`posts` for drafts of posts); null for a page. */
export function collectionOf(place: Place, entry: Named | null): string | null {
  if (place.type === 'page') return null
  return entry ? collectionOfEntry(entry) : place.collection
}

/** The collection of an existing document. */
export function collectionOfEntry(entry: Pick<Entry, 'filename' | 'path'>): string {
  const folder = entry.filename.slice(0, -entry.path.length - 1)
  const name = folder.split('/').at(-1)?.replace(/^_/, '') ?? ''
  return name === 'drafts' ? 'posts' : name
}
