/** Full-text search over one site or all sites. */

import { useDeferredValue } from 'react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { list, type Reply } from './client.js'
import type { ListPlace } from './entries.js'
import { keys } from './queries.js'

export type FoundText = Reply<'search'>[number]

/** Most results that are shown. */
const MAX_SHOWN = 50

/** Searches the documents of one collection, or the pages of a site. */
export function useListSearch({ siteId, collection }: ListPlace, words: string) {
  const q = useDeferredValue(words.trim())
  const within = collection === null ? ({ type: 'page' } as const) : { collection }
  return useQuery({
    queryKey: [...keys.entries(siteId), 'found', q, within],
    enabled: q !== '',
    queryFn: ({ signal }) => {
      const query = { q, ...within, per_page: MAX_SHOWN }
      return list('searchSite', { path: { site_id: siteId }, query, signal })
    },
  })
}

/**
 * Searches documents and pages; best matches first.
 *
 * @param siteId null for all sites
 */
export function useTextSearch(siteId: string | null, words: string) {
  const q = useDeferredValue(words.trim())
  const base = siteId === null ? ['found'] : keys.entries(siteId)
  return useQuery({
    queryKey: [...base, 'found', q],
    enabled: q !== '',
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => {
      const request = { query: { q, per_page: MAX_SHOWN }, signal }
      if (siteId === null) return list('search', request)
      return list('searchSite', { path: { site_id: siteId }, ...request })
    },
  })
}
