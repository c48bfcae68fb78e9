/** The layout that a new text begins with: the one that most of its like name in their front matter. */

import { useQuery } from '@tanstack/react-query'
import { listEntries, type ListPlace } from './entries.js'
import { keys } from './queries.js'
import type { Entry } from './types.js'

/** Texts that are asked; the newest ones. */
const PER_PAGE = 100

/** @returns null if most texts name none, or it cannot be read; undefined while loading, and if not enabled */
export function useUsualLayout(place: ListPlace, isEnabled: boolean): string | null | undefined {
  const { data, isError, isPaused } = useQuery({
    queryKey: [...keys.entries(place.siteId), 'layout', place.collection],
    enabled: isEnabled,
    retry: false,
    queryFn: async ({ signal }) => {
      const query = { extensions: 'markdown', sort: 'updated_at-desc', per_page: PER_PAGE } as const
      return usualLayout((await listEntries(place, query, signal)).items)
    },
  })
  return isError || isPaused ? null : data
}

type Beside = Pick<Entry, 'type' | 'path' | 'metadata'>

/**
 * The layout of most of these texts; null if most name none: then a rule of the site gives them theirs. Of pages, only
 * those count that lie where new ones are put and are no start page.
 */
export function usualLayout(texts: readonly Beside[]): string | null {
  const counts = new Map<string | null, number>()
  for (const { type, path, metadata } of texts) {
    if (type === 'page' && (path.includes('/') || path.startsWith('index.'))) continue
    const { layout } = metadata
    const name = typeof layout === 'string' ? layout : null
    counts.set(name, (counts.get(name) ?? 0) + 1)
  }
  const [most] = [...counts].sort(([, a], [, b]) => b - a)
  return most?.[0] ?? null
}
