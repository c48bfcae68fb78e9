/** What the next publish would change, and which documents wait for approval. */

import { useQuery } from '@tanstack/react-query'
import { list } from './client.js'
import { listEntries, type EntryQuery, type ListPlace } from './entries.js'
import { keys, useCollections, usePeople } from './queries.js'
import type { Entry, Site } from './types.js'
import { timeOf } from '../text/text.js'

/** Rows requested per list. Further rows are only counted. */
const PER_PAGE = 100

export interface PendingChange {
  readonly kind: 'new' | 'changed' | 'deleted'
  readonly title: string
  /** The entry; null if it was deleted. */
  readonly entry: Entry | null
}

interface Pending {
  readonly changes: readonly PendingChange[]
  /** Number of changes beyond those in `changes`. */
  readonly more: number
  /** Commits since the last publish, including those of other files. Counted up to `PER_PAGE`. */
  readonly saves: number
}

type Collections = ReturnType<typeof useCollections>['data']

function placesOf(siteId: string, collections: Collections): readonly ListPlace[] {
  const texts = (collections ?? []).filter(({ path }) => path !== 'uploads')
  const paths = [null, ...texts.map(({ path }) => path)]
  return paths.map((collection) => ({ siteId, collection }))
}

/**
 * The first moment after a publish, in ISO 8601. API times are whole seconds, so a save in the next second counts
 * as new.
 */
export function sinceLive(live: string): string {
  return new Date(timeOf(live) + 1000).toISOString()
}

/** The changes since the last publish. Requested only while `isEnabled`. */
export function usePending(site: Site, isEnabled: boolean) {
  const { data: collections } = useCollections(site.id)
  const live = site.jobs.publish.last_at
  return useQuery({
    queryKey: [...keys.entries(site.id), 'pending', live],
    enabled: isEnabled && collections !== undefined && live !== null,
    staleTime: 0,
    queryFn: ({ signal }) => findPending(placesOf(site.id, collections), live ?? '', signal),
  })
}

async function findPending(
  places: readonly ListPlace[],
  live: string,
  signal: AbortSignal,
): Promise<Pending> {
  const query: EntryQuery = { updated_since: sinceLive(live), sort: 'updated_at-desc' }
  const site_id = places[0]?.siteId ?? ''
  const since = timeOf(live)
  const [lists, deleted, commits] = await Promise.all([
    Promise.all(
      places.map((place) => listEntries(place, { ...query, per_page: PER_PAGE }, signal)),
    ),
    list('listDeleted', { path: { site_id }, query: { per_page: PER_PAGE }, signal }),
    list('listCommits', { path: { site_id }, query: { per_page: PER_PAGE }, signal }),
  ])
  const found = lists.flatMap(({ items }) => items)
  const shown = found.filter(({ visibility }) => visibility === 'visible')
  return {
    changes: [
      ...shown.map((entry) => ({
        kind: timeOf(entry.created_at) > since ? ('new' as const) : ('changed' as const),
        title: entry.title || entry.basename,
        entry,
      })),
      ...deleted.items
        .filter(({ deleted_at }) => timeOf(deleted_at) > since)
        .map(({ title, path }) => ({
          kind: 'deleted' as const,
          title: title || path,
          entry: null,
        })),
    ],
    more: lists.reduce((sum, { items, total }) => sum + total - items.length, 0),
    saves: commits.items.filter(({ created_at }) => timeOf(created_at) > since).length,
  }
}

/** True if the newest commit is live. Undefined while loading, and for users who may not see commits. */
export function useIsLive(site: Site): boolean | undefined {
  const live = site.jobs.publish.last_at
  const { data } = useQuery({
    queryKey: [...keys.isLive(site.id), live],
    enabled: site.can.publish && live !== null,
    queryFn: async ({ signal }) => {
      const path = { site_id: site.id }
      const [commits, releases] = await Promise.all([
        list('listCommits', { path, query: { per_page: 1 }, signal }),
        list('listReleases', { path, query: { per_page: PER_PAGE }, signal }),
      ])
      return releases.items.find((release) => release.live)?.commit === commits.items[0]?.commit
    },
  })
  return data
}

/** Hidden documents and drafts by writers that wait for approval, for users who may publish. */
export function useWaiting(site: Site) {
  const { data: collections } = useCollections(site.id)
  const { data: people } = usePeople(site.id)
  const writers = (people ?? []).filter(({ role }) => role === 'writer').map(({ id }) => id)
  return useQuery({
    queryKey: [...keys.entries(site.id), 'waiting', writers],
    enabled: site.can.publish && collections !== undefined && people !== undefined,
    queryFn: async ({ signal }) => {
      const places = writers.length > 0 ? placesOf(site.id, collections) : []
      const lists = await Promise.all(places.map((place) => listUnseen(place, signal)))
      return lists.flat().filter(({ user_id }) => writers.includes(user_id))
    },
  })
}

async function listUnseen(place: ListPlace, signal: AbortSignal): Promise<readonly Entry[]> {
  const states =
    place.collection === 'posts' ? (['hidden', 'draft'] as const) : (['hidden'] as const)
  const lists = await Promise.all(
    states.map((visibility) => {
      const query: EntryQuery = { visibility, sort: 'updated_at-desc', per_page: PER_PAGE }
      return listEntries(place, query, signal)
    }),
  )
  return lists.flatMap(({ items }) => items)
}
