/** Texts that were deleted, and bringing one back. */

import { useQuery } from '@tanstack/react-query'
import { list, type Reply } from './client.js'
import { restoreEntry } from './entries.js'
import { keys } from './queries.js'
import type { FullEntry, Site } from './types.js'

export type DeletedText = Reply<'listDeleted'>[number]

/** More than anybody looks through at once. */
const SHOWN = 200

/** Newest first; only for those who see every text. */
export function useDeleted(site: Site, isEnabled = true) {
  return useQuery({
    queryKey: [...keys.entries(site.id), 'deleted'],
    enabled: site.can.publish && isEnabled,
    queryFn: ({ signal }) =>
      list('listDeleted', { path: { site_id: site.id }, query: { per_page: SHOWN }, signal }),
  })
}

/** As it was last, at its old place. @throws ApiError 409 where there is something else by now */
export function restoreDeleted(text: DeletedText): Promise<FullEntry> {
  return restoreEntry(text, text.restore_commit)
}
