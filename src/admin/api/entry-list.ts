/** Lists of documents and pages, a window at a time: only what is looked at is read. */

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
  /** Undefined while it is read. */
  readonly at: (index: number) => Entry | undefined
  /** Tells which rows are looked at. */
  readonly look: (first: number, last: number) => void
}

const PAGE = 100

/** Who jumps far looks at rows of which none is read: the list stays as long as it was. */
function useLastTotal({ siteId, collection }: ListPlace, total: number | null): number | null {
  const known = useRef<{ readonly name: string; readonly total: number } | null>(null)
  const name = `${siteId}/${collection ?? ''}`
  if (total !== null) known.current = { name, total }
  return known.current?.name === name ? known.current.total : null
}

/** Puts what is known to be newer into the lists that were read, until they are read again. */
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

/** What tells lists from what else is kept of entries. */
const LISTED = 'list'

/** The rows of a list that are looked at. */
export function useEntryWindow(filter: EntryFilter): EntryWindow {
  const [[first, last], setPages] = useState<readonly [number, number]>([1, 1])
  const shown = useRef('')
  const numbers = Array.from({ length: last - first + 1 }, (_, index) => first + index)
  const results = useQueries({
    queries: numbers.map((page) => ({
      queryKey: [...keys.entries(filter.place.siteId), LISTED, filter, page],
      placeholderData: keepPreviousData,
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        listEntries(filter.place, { ...filter.query, page, per_page: PAGE }, signal),
    })),
  })
  const look = useCallback((from: number, to: number) => {
    const pages = [Math.floor(from / PAGE) + 1, Math.floor(to / PAGE) + 1] as const
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
    at: (index) => lists.get(Math.floor(index / PAGE) + 1)?.[index % PAGE],
    look,
  }
}
