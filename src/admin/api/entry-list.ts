/** Lists of documents and pages, a window at a time: only what is looked at is read. */

import { useCallback, useMemo, useRef, useState } from 'react'
import { keepPreviousData, useQueries } from '@tanstack/react-query'
import { requestList } from './http.js'
import { keys, sitePath } from './queries.js'
import type { Entry } from './types.js'

interface EntryFilter {
  readonly siteId: string
  /** `null` for pages. */
  readonly collection: string | null
  readonly q: string
  readonly sort: string
  readonly visibility: string
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

/** Where a list is in the API. */
export function listPath({
  siteId,
  collection,
}: Pick<EntryFilter, 'siteId' | 'collection'>): string {
  if (collection === null) return `${sitePath(siteId)}/pages`
  return `${sitePath(siteId)}/collections/${encodeURIComponent(collection)}/documents`
}

/** The rows of a list that are looked at. */
export function useEntryWindow(filter: EntryFilter): EntryWindow {
  const [[first, last], setPages] = useState<readonly [number, number]>([1, 1])
  const shown = useRef('')
  const numbers = Array.from({ length: last - first + 1 }, (_, index) => first + index)
  const results = useQueries({
    queries: numbers.map((page) => ({
      queryKey: [...keys.entries(filter.siteId), filter, page],
      placeholderData: keepPreviousData,
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        requestList<Entry>({
          path: listPath(filter),
          query: {
            q: filter.q,
            sort: filter.sort,
            visibility: filter.visibility,
            page,
            per_page: PAGE,
          },
          signal,
        }),
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
  return {
    total: results.find(({ data }) => data !== undefined)?.data?.total ?? null,
    error: results.find(({ error }) => error !== null)?.error ?? null,
    at: (index) => lists.get(Math.floor(index / PAGE) + 1)?.[index % PAGE],
    look,
  }
}
