/** The documents of a collection, or the pages, by their folders. */

import { useQuery } from '@tanstack/react-query'
import { listEntries, type EntryQuery, type ListPlace } from './entries.js'
import { keys } from './queries.js'
import type { Entry } from './types.js'

export interface EntryFolder {
  /** From the folder of the collection; empty for that itself. */
  readonly path: string
  readonly folders: readonly EntryFolder[]
  readonly entries: readonly Entry[]
  /** Of it and of all below. */
  readonly count: number
}

/** Of one request, and at all: who has more finds them by searching. */
const PAGE = 1000
const MOST = 20_000

export function useEntryTree(place: ListPlace, query: EntryQuery) {
  return useQuery({
    queryKey: [...keys.entries(place.siteId), 'tree', place, query],
    queryFn: async ({ signal }) => {
      const entries: Entry[] = []
      for (let page = 1; entries.length < MOST; page += 1) {
        const how = { ...query, sort: 'path-asc' as const, page, per_page: PAGE }
        const { items, total } = await listEntries(place, how, signal)
        entries.push(...items)
        if (items.length === 0 || entries.length >= total) break
      }
      return folderOf('', entries)
    },
  })
}

/** Folders first, by name; entries in the order that they have. */
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
    .sort(([a], [b]) => a.localeCompare(b))
    .map(([name, some]) => folderOf(name, some))
  return { path, folders, entries: own, count: entries.length }
}
