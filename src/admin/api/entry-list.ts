/** Long lists of entries for virtual scrolling: only the pages of the list that are visible are requested. */

import { useCallback, useMemo, useRef, useState } from 'react'
import { keepPreviousData, useQueries, type QueryClient } from '@tanstack/react-query'
import type { List } from './client.js'
import { listEntries, type EntryQuery, type ListPlace } from './entries.js'
import { keys } from './queries.js'
import type { Entry } from './types.js'

interface EntryFilter {
  readonly place: ListPlace
  readonly query: EntryQuery
}

export interface EntryWindow {
  readonly total: number | null
  readonly error: unknown
  /** The entry in a row; undefined while it is loading. */
  readonly at: (index: number) => Entry | undefined
  /** Call this with the first and last visible row. */
  readonly look: (first: number, last: number) => void
}

const PER_PAGE = 100

/** The last known number of rows. While all visible rows are loading, it keeps the scroll bar as it is. */
function useLastTotal({ siteId, collection }: ListPlace, total: number | null): number | null {
  const known = useRef<{ readonly name: string; readonly total: number } | null>(null)
  const name = `${siteId}/${collection ?? ''}`
  if (total !== null) known.current = { name, total }
  return known.current?.name === name ? known.current.total : null
}

/** Replaces entries in all cached lists, until these are loaded again. */
export function replaceEntries(
  cache: QueryClient,
  siteId: string,
  entries: readonly Entry[],
): void {
  const newer = new Map(entries.map((entry) => [entry.id, entry]))
  const queryKey = [...keys.entries(siteId), LISTED]
  cache.setQueriesData<List<Entry>>({ queryKey }, (was) =>
    was ? { ...was, items: was.items.map((entry) => newer.get(entry.id) ?? entry) } : was,
  )
}

/** Part of the query keys of lists, which distinguishes them from other cached entries. */
const LISTED = 'list'

/** Loads the visible rows of a list. */
export function useEntryWindow(filter: EntryFilter): EntryWindow {
  const [[first, last], setPages] = useState<readonly [number, number]>([1, 1])
  const shown = useRef('')
  const numbers = Array.from({ length: last - first + 1 }, (_, index) => first + index)
  const results = useQueries({
    queries: numbers.map((page) => ({
      queryKey: [...keys.entries(filter.place.siteId), LISTED, filter, page],
      placeholderData: keepPreviousData,
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        listEntries(filter.place, { ...filter.query, page, per_page: PER_PAGE }, signal),
    })),
  })
  const look = useCallback((from: number, to: number) => {
    const pages = [Math.floor(from / PER_PAGE) + 1, Math.floor(to / PER_PAGE) + 1] as const
    const name = pages.join('-')
    if (name === shown.current) return
    shown.current = name
    setPages(pages)
  }, [])
  const lists = useMemo(
    () => new Map(numbers.map((page, index) => [page, results[index]?.data?.items])),
    [numbers, results],
  )
  const error = results.find((result) => result.error !== null)?.error ?? null
  const total = results.find(({ data }) => data !== undefined)?.data?.total ?? null
  const lastTotal = useLastTotal(filter.place, total)
  return {
    total: error === null ? lastTotal : total,
    error,
    at: (index) => lists.get(Math.floor(index / PER_PAGE) + 1)?.[index % PER_PAGE],
    look,
  }
}
