/** Long lists of entries for virtual scrolling: only the pages of the list that are visible are requested. */

import { useCallback, useMemo, useRef, useState } from 'react'
import {
  keepPreviousData,
  useQueries,
  useQuery,
  useQueryClient,
  type QueryClient,
} from '@tanstack/react-query'
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
  /** The entries from the first to the last of these rows, also of those that were never visible. @throws ApiError */
  readonly read: (first: number, last: number) => Promise<readonly Entry[]>
}

const PER_PAGE = 100

const pageOf = (row: number): number => Math.floor(row / PER_PAGE) + 1

function pageQuery(filter: EntryFilter, page: number) {
  return {
    queryKey: [...keys.entries(filter.place.siteId), LISTED, filter, page],
    queryFn: ({ signal }: { signal: AbortSignal }) =>
      listEntries(filter.place, { ...filter.query, page, per_page: PER_PAGE }, signal),
  }
}

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

/** Loads the rows of a list, those with drafts first before the others, whatever their dates are: many have none. */
export function useDraftsFirst({ place, query }: EntryFilter, isOn: boolean): EntryWindow {
  const others = useEntryWindow(
    isOn ? { place, query: { ...query, visibility: 'visible,hidden' } } : { place, query },
  )
  const latest: EntryQuery = { ...query, visibility: 'draft', sort: 'updated_at-desc' }
  const drafts = useEntryWindow({ place, query: latest }, isOn)
  const count = drafts.total ?? 0
  const { look: lookAtDrafts } = drafts
  const { look: lookAtOthers } = others
  const look = useCallback(
    (first: number, last: number) => {
      lookAtDrafts(Math.min(first, Math.max(0, count - 1)), Math.min(last, Math.max(0, count - 1)))
      lookAtOthers(Math.max(0, first - count), Math.max(0, last - count))
    },
    [count, lookAtDrafts, lookAtOthers],
  )
  if (!isOn) return others
  return {
    total: drafts.total === null || others.total === null ? null : count + others.total,
    error: drafts.error ?? others.error,
    at: (index) => (index < count ? drafts.at(index) : others.at(index - count)),
    look,
    read: async (from, to) => [
      ...(from < count ? await drafts.read(from, Math.min(to, count - 1)) : []),
      ...(to < count ? [] : await others.read(Math.max(0, from - count), to - count)),
    ],
  }
}

/** What the API has on one page. */
const MAX_ORDERED_ROWS = 1000

/** All texts of a short list in the order of their positions; nothing while it is off. */
export function useOrderedEntries(place: ListPlace, isOn: boolean) {
  return useQuery({
    queryKey: [...keys.entries(place.siteId), 'ordered', place],
    enabled: isOn,
    queryFn: ({ signal }) =>
      listEntries(place, { sort: 'position-asc', per_page: MAX_ORDERED_ROWS }, signal),
  })
}

/** Entries that are all there, as a list. */
export function windowOf(entries: readonly Entry[]): EntryWindow {
  return {
    total: entries.length,
    error: null,
    at: (index) => entries[index],
    look: () => undefined,
    read: (first, last) => Promise.resolve(entries.slice(first, last + 1)),
  }
}

/** Loads the visible rows of a list; nothing while it is off. */
function useEntryWindow(filter: EntryFilter, isOn = true): EntryWindow {
  const cache = useQueryClient()
  const [[first, last], setPages] = useState<readonly [number, number]>([1, 1])
  const shown = useRef('')
  const numbers = Array.from({ length: last - first + 1 }, (_, index) => first + index)
  const results = useQueries({
    queries: numbers.map((page) => ({
      ...pageQuery(filter, page),
      enabled: isOn,
      placeholderData: keepPreviousData,
    })),
  })
  const look = useCallback((from: number, to: number) => {
    const pages = [pageOf(from), pageOf(to)] as const
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
    at: (index) => lists.get(pageOf(index))?.[index % PER_PAGE],
    look,
    read: async (from, to) => {
      const entries: Entry[] = []
      for (let page = pageOf(from); page <= pageOf(to); page++) {
        const { items } = await cache.fetchQuery({
          ...pageQuery(filter, page),
          staleTime: Infinity,
        })
        const start = (page - 1) * PER_PAGE
        entries.push(...items.slice(Math.max(0, from - start), to + 1 - start))
      }
      return entries
    },
  }
}
