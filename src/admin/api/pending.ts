/** What the next publish would change, and which documents wait for approval. */

import { useQuery } from '@tanstack/react-query'
import { call, list, type Schemas } from './client.js'
import { listEntries, type EntryQuery, type ListPlace } from './entries.js'
import { keys, useCollections, usePeople } from './queries.js'
import type { Entry, Site } from './types.js'
import { t, timeOf } from '../text/text.js'

/** Rows requested per list. Further rows are only counted. */
const PER_PAGE = 100

export interface PendingChange {
  readonly kind: 'new' | 'changed' | 'deleted'
  readonly title: string
  /** The entry; null if it was deleted. */
  readonly entry: Entry | null
}

interface Pending {
  /** Visible texts one by one, then other files, counted where there are several. */
  readonly changes: readonly PendingChange[]
  /** Number of changes beyond those in `changes`. */
  readonly more: number
  /** True if nothing has been saved since the last publish. */
  readonly isSame: boolean
}

type Collections = ReturnType<typeof useCollections>['data']

function placesOf(siteId: string, collections: Collections): readonly ListPlace[] {
  const texts = (collections ?? []).filter(({ path }) => path !== 'uploads')
  const paths = [null, ...texts.map(({ path }) => path)]
  return paths.map((collection) => ({ siteId, collection }))
}

interface Unpublished {
  /** Commit of the live release; null if there is none. */
  readonly live: string | null
  /** Commits after that of the live release. Counted up to `PER_PAGE`. */
  readonly saves: number
  /** When the oldest of these commits was made, in ISO 8601; null if there is none. */
  readonly since: string | null
}

/**
 * The commits that are not live. Undefined while loading, and for users who may not see commits. Goes by the order
 * of commits: a save during a publish is not live, though it is older than the end of that publish.
 */
export function useUnpublished(site: Site): Unpublished | undefined {
  const live = site.jobs.publish.last_at
  const { data } = useQuery({
    queryKey: [...keys.isLive(site.id), live],
    enabled: site.can.publish && live !== null,
    queryFn: ({ signal }) => readUnpublished(site.id, signal),
  })
  return data
}

async function readUnpublished(site_id: string, signal: AbortSignal): Promise<Unpublished> {
  const how = { path: { site_id }, query: { per_page: PER_PAGE }, signal }
  const [commits, releases] = await Promise.all([
    list('listCommits', how),
    list('listReleases', how),
  ])
  const live = releases.items.find((release) => release.live)
  // Commits are listed newest first.
  const at = commits.items.findIndex(({ commit }) => commit === live?.commit)
  const newer = at < 0 ? commits.items : commits.items.slice(0, at)
  const times = newer.map(({ created_at }) => timeOf(created_at))
  // Beyond the listed commits, the time of the release has to do.
  if (at < 0 && live) times.push(timeOf(live.created_at))
  const since = newer.length > 0 ? new Date(Math.min(...times)).toISOString() : null
  return { live: live?.commit ?? null, saves: newer.length, since }
}

/**
 * The time from which changes are not live, in ISO 8601; null if the site was never published. For users who may not
 * see commits it is the first second after the last publish.
 */
export function sinceLive(site: Site, unpublished: Unpublished | undefined): string | null {
  const live = site.jobs.publish.last_at
  if (live === null) return null
  return unpublished?.since ?? new Date(timeOf(live) + 1000).toISOString()
}

/** The changes since the last publish. Requested only while `isEnabled`. */
export function usePending(site: Site, isEnabled: boolean) {
  const { data: collections } = useCollections(site.id)
  const live = site.jobs.publish.last_at
  return useQuery({
    queryKey: [...keys.entries(site.id), 'pending', live],
    enabled: isEnabled && collections !== undefined && live !== null,
    staleTime: 0,
    queryFn: ({ signal }) => findPending(site.id, collections, signal),
  })
}

async function findPending(
  site_id: string,
  collections: Collections,
  signal: AbortSignal,
): Promise<Pending> {
  const { live, since } = await readUnpublished(site_id, signal)
  if (since === null) return { changes: [], more: 0, isSame: true }
  const query: EntryQuery = { updated_since: since, sort: 'updated_at-desc', per_page: PER_PAGE }
  const places = placesOf(site_id, collections)
  const [lists, deleted, difference] = await Promise.all([
    Promise.all(places.map((place) => listEntries(place, query, signal))),
    list('listDeleted', { path: { site_id }, query: { per_page: PER_PAGE }, signal }),
    differenceOf(site_id, live, signal),
  ])
  const start = timeOf(since)
  const { differs } = difference
  const listed = lists.flatMap(({ items }) => items)
  const shown = listed.filter(
    ({ visibility, filename }) => visibility === 'visible' && differs(filename),
  )
  const gone = deleted.items.filter(
    ({ deleted_at, path }) => timeOf(deleted_at) >= start && differs(path),
  )
  const unlisted = lists.reduce((sum, { items, total }) => sum + total - items.length, 0)
  const texts = new Set([
    ...listed.map(({ filename }) => filename),
    ...deleted.items.map(({ path }) => path),
  ])
  const isText = (path: string) => texts.has(path) || (unlisted > 0 && TEXT.test(path))
  const files = difference.changes.filter(({ path }) => !isText(path))
  const left = difference.total - difference.changes.length
  return {
    changes: [
      ...shown.map((entry) => ({
        kind: timeOf(entry.created_at) >= start ? ('new' as const) : ('changed' as const),
        title: entry.title || entry.basename,
        entry,
      })),
      ...gone.map(({ title, path }) => ({
        kind: 'deleted' as const,
        title: title || path,
        entry: null,
      })),
      ...countedFiles(files),
    ],
    more: Math.max(unlisted, left),
    isSame: false,
  }
}

/** Names that texts have. */
const TEXT = /\.(?:markdown|mkdn?|mkdown|md|html?)$/i

const KINDS = { added: 'new', modified: 'changed', renamed: 'changed', deleted: 'deleted' } as const

/** Changed files in words: how many pictures and other files are new, changed and deleted. A single one has its name. */
function countedFiles(files: readonly Difference[]): PendingChange[] {
  const groups = new Map<string, Difference[]>()
  for (const file of files) {
    const key = `${KINDS[file.status]} ${whatIs(file.path)}`
    groups.set(key, [...(groups.get(key) ?? []), file])
  }
  return [...groups.values()].flatMap((group) => {
    const [first] = group
    return first
      ? [{ kind: KINDS[first.status], title: groupTitle(group, first.path), entry: null }]
      : []
  })
}

function groupTitle({ length: count }: readonly Difference[], path: string): string {
  const what = whatIs(path)
  if (what === 'settings') return t('settings')
  if (count === 1) return path.slice(path.lastIndexOf('/') + 1)
  return t(what === 'picture' ? 'n.pictures' : 'n.files', { count })
}

function whatIs(path: string): 'settings' | 'picture' | 'file' {
  if (path === '_config.yml') return 'settings'
  return /\.(?:avif|gif|jpe?g|png|svg|webp)$/i.test(path) ? 'picture' : 'file'
}

type Difference = Pick<Schemas['CommitChange'], 'path' | 'status'>

interface LiveDifference {
  /** Tells of a path whether its file differs from the live one; true if that cannot be known. */
  readonly differs: (path: string) => boolean
  readonly changes: readonly Difference[]
  /** Number of changes, also of those that are not listed. */
  readonly total: number
}

async function differenceOf(
  site_id: string,
  from: string | null,
  signal: AbortSignal,
): Promise<LiveDifference> {
  if (from === null) return { differs: () => true, changes: [], total: 0 }
  const { changes, changes_total: total } = await call('getSiteDiff', {
    path: { site_id },
    query: { from },
    signal,
  })
  if (changes.length < total) return { differs: () => true, changes, total }
  const paths = new Set(changes.flatMap(({ path, from: old }) => [path, old ?? path]))
  return { differs: (path) => paths.has(path), changes, total }
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
