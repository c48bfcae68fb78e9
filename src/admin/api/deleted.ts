/** Deleted documents and pages: list them, restore one. */

import { useQuery } from '@tanstack/react-query'
import { list, type Reply } from './client.js'
import { restoreEntry } from './entries.js'
import { keys } from './queries.js'
import type { FullEntry, Site } from './types.js'

export type DeletedText = Reply<'listDeleted'>[number]

/** Most rows that are listed. */
const MAX_LISTED = 200

/** Deleted documents and pages, newest first; only for users who may see all documents. */
export function useDeleted(site: Site, isEnabled = true) {
  return useQuery({
    queryKey: [...keys.entries(site.id), 'deleted'],
    enabled: site.can.publish && isEnabled,
    queryFn: ({ signal }) =>
      list('listDeleted', { path: { site_id: site.id }, query: { per_page: MAX_LISTED }, signal }),
  })
}

/** Restores the last version at its old path. @throws ApiError 409 if the path is taken */
export function restoreDeleted(text: DeletedText): Promise<FullEntry> {
  return restoreEntry(text, text.restore_commit)
}
