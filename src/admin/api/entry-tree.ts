/** The documents of a collection, or the pages, as a tree of folders. */

import { useQuery } from '@tanstack/react-query'
import { compareWords } from '../text/order.js'
import { listEntries, type EntryQuery, type ListPlace } from './entries.js'
import { keys } from './queries.js'
import type { Entry } from './types.js'

export interface EntryFolder {
  /** Path relative to the folder of the collection; empty for that folder. */
  readonly path: string
  readonly folders: readonly EntryFolder[]
  readonly entries: readonly Entry[]
  /** Number of entries in the folder and its subfolders. */
  readonly count: number
}

/** Rows per request, and most rows that a tree shows; in larger lists users search. */
const PER_PAGE = 1000
const MAX_ROWS = 20_000

export function useEntryTree(place: ListPlace, query: EntryQuery) {
  return useQuery({
    queryKey: [...keys.entries(place.siteId), 'tree', place, query],
    queryFn: async ({ signal }) => {
      const entries: Entry[] = []
      for (let page = 1; entries.length < MAX_ROWS; page += 1) {
        const request = { ...query, sort: 'path-asc' as const, page, per_page: PER_PAGE }
        const { items, total } = await listEntries(place, request, signal)
        entries.push(...items)
        if (items.length === 0 || entries.length >= total) break
      }
      return folderOf('', entries)
    },
  })
}

/** Builds the tree. Folders are sorted by name; entries keep their order. */
function folderOf(path: string, entries: readonly Entry[]): EntryFolder {
  const start = path === '' ? 0 : path.length + 1
  const below = new Map<string, Entry[]>()
  const own: Entry[] = []
  for (const entry of entries) {
    const end = entry.path.indexOf('/', start)
    if (end < 0) {
      own.push(entry)
      continue
    }
    const name = entry.path.slice(0, end)
    const found = below.get(name)
    if (found) found.push(entry)
    else below.set(name, [entry])
  }
  const folders = [...below]
    .sort(([a], [b]) => compareWords(a, b))
    .map(([name, some]) => folderOf(name, some))
  return { path, folders, entries: own, count: entries.length }
}
