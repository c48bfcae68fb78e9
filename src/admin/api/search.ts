/** Words in all texts of a site, or of all sites. */

import { useDeferredValue } from 'react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { list, type Reply } from './client.js'
import { keys } from './queries.js'

export type FoundText = Reply<'search'>[number]

/** More than anybody reads: then one types another word. */
const SHOWN = 50

/** What has the words, best first. @param siteId null for all sites */
export function useTextSearch(siteId: string | null, words: string) {
  const q = useDeferredValue(words.trim())
  const base = siteId === null ? ['found'] : keys.entries(siteId)
  return useQuery({
    queryKey: [...base, 'found', q],
    enabled: q !== '',
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => {
      const how = { query: { q, per_page: SHOWN }, signal }
      if (siteId === null) return list('search', how)
      return list('searchSite', { path: { site_id: siteId }, ...how })
    },
  })
}
