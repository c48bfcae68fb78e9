/** Cached reads of the API as hooks, and their query keys. */

import { skipToken, useQuery, type QueryClient } from '@tanstack/react-query'
import { call, list } from './client.js'
import { getEntry, listHistory, type EntryName } from './entries.js'
import type { FullEntry, Site } from './types.js'
import { compareWords } from '../text/order.js'

/** Query keys, from the general to the specific, so that a prefix invalidates everything below it. */
export const keys = {
  sites: ['sites'],
  /** Below the sites, since it changes with them. */
  domains: ['sites', 'domains'],
  notifications: ['notifications'],
  site: (siteId: string) => ['site', siteId],
  collections: (siteId: string) => ['site', siteId, 'collections'],
  people: (siteId: string) => ['site', siteId, 'people'],
  jekyll: (siteId: string) => ['site', siteId, 'jekyll'],
  webhooks: (siteId: string) => ['site', siteId, 'webhooks'],
  releases: (siteId: string) => ['site', siteId, 'releases'],
  isLive: (siteId: string) => ['site', siteId, 'is-live'],
  dataFiles: (siteId: string) => ['site', siteId, 'data'],
  entries: (siteId: string) => ['site', siteId, 'entries'],
  entry: (id: string) => ['entry', id],
  job: (id: string) => ['job', id],
  history: (id: string) => ['entry', id, 'history'],
  files: (siteId: string) => ['site', siteId, 'files'],
  fields: (siteId: string, collection: string) => ['site', siteId, 'fields', collection],
  sets: (siteId: string) => ['site', siteId, 'sets'],
  words: (siteId: string, kind: string) => ['site', siteId, 'words', kind],
} as const

const PER_PAGE = 1000

export function useSites() {
  return useQuery({
    queryKey: keys.sites,
    queryFn: ({ signal }) => list('listSites', { query: { per_page: PER_PAGE }, signal }),
  })
}

const LOOKING_MS = 2000

/** How the domains stand of the sites that one administers. Asked again while the server looks. */
export function useDomains() {
  return useQuery({
    queryKey: keys.domains,
    queryFn: ({ signal }) => list('listDomains', { query: { per_page: PER_PAGE }, signal }),
    refetchInterval: ({ state }) =>
      state.data?.items.some((row) => row.state === 'checking') && LOOKING_MS,
  })
}

export function useSite(siteId: string) {
  return useQuery({
    queryKey: keys.site(siteId),
    queryFn: ({ signal }) => call('getSite', { path: { site_id: siteId }, signal }),
  })
}

/** A change set; nothing is asked for null. */
export function useChangeSet(siteId: string, id: string | null) {
  return useQuery({
    queryKey: [...keys.sets(siteId), id],
    enabled: id !== null,
    queryFn: ({ signal }) =>
      call('getChangeSet', { path: { site_id: siteId, change_set_id: id ?? '' }, signal }),
    // Every save in it changes it.
    refetchOnMount: 'always',
  })
}

/** Arguments that all lists of a site have in common. */
function ofSite(siteId: string, signal: AbortSignal) {
  return { path: { site_id: siteId }, query: { per_page: PER_PAGE }, signal }
}

export function useCollections(siteId: string) {
  return useQuery({
    queryKey: keys.collections(siteId),
    queryFn: ({ signal }) => readCollections(siteId, signal),
  })
}

/** The collections of a site, in the order of its configuration. @throws ApiError */
export async function readCollections(siteId: string, signal: AbortSignal) {
  return (await list('listCollections', ofSite(siteId, signal))).items
}

/** The data files that one may change; none for writers. */
export function useDataFiles(site: Site) {
  return useQuery({
    queryKey: keys.dataFiles(site.id),
    enabled: site.can.publish,
    queryFn: ({ signal }) => call('listDataFiles', { path: { site_id: site.id }, signal }),
  })
}

export function usePeople(siteId: string) {
  return useQuery({
    queryKey: keys.people(siteId),
    queryFn: async ({ signal }) => (await list('listSiteUsers', ofSite(siteId, signal))).items,
  })
}

export function useReleases(siteId: string) {
  return useQuery({
    queryKey: keys.releases(siteId),
    queryFn: async ({ signal }) => (await list('listReleases', ofSite(siteId, signal))).items,
  })
}

/** Reads a text as its editor does. */
export function entryQuery(name: EntryName) {
  return {
    queryKey: keys.entry(name.id),
    queryFn: ({ signal }: { signal: AbortSignal }) => getEntry(name, signal),
  }
}

export function useEntry(type: EntryName['type'], id: string | null) {
  return useQuery({
    ...entryQuery({ type, id: id ?? '' }),
    enabled: id !== null,
    // Always refetched: an editor must start from the version that the server has now.
    refetchOnMount: 'always' as const,
  })
}

/** A document from the cache of its editor; undefined if it was not opened. */
export function useKnownEntry(id: string): FullEntry | undefined {
  return useQuery<FullEntry>({ queryKey: keys.entry(id), queryFn: skipToken }).data
}

export function useHistory(entry: { type: 'document' | 'page'; id: string }) {
  return useQuery({
    queryKey: keys.history(entry.id),
    queryFn: ({ signal }) => listHistory(entry, signal),
  })
}

const inOrder = (words: readonly string[]) => words.toSorted(compareWords)

/** The tags or categories that posts of the site use. */
export function useWords(siteId: string, kind: 'tags' | 'categories') {
  return useQuery({
    queryKey: keys.words(siteId, kind),
    select: inOrder,
    queryFn: ({ signal }) =>
      call(kind === 'tags' ? 'listTags' : 'listCategories', { path: { site_id: siteId }, signal }),
  })
}

/** The fields of a collection: declared ones and those that its documents use. */
export function useFields(siteId: string, collection: string) {
  return useQuery({
    queryKey: keys.fields(siteId, collection),
    queryFn: ({ signal }) =>
      call('listFields', { path: { site_id: siteId, path: collection }, signal }),
  })
}

export function useSessions() {
  return useQuery({
    queryKey: ['sessions'],
    queryFn: ({ signal }) => call('listSessions', { signal }),
  })
}

export function useTokens() {
  return useQuery({
    queryKey: ['tokens'],
    queryFn: ({ signal }) => list('listTokens', { query: { per_page: PER_PAGE }, signal }),
  })
}

/** Call this after content has changed. Invalidates all lists and counts of the site. */
export async function refreshContent(cache: QueryClient, siteId: string): Promise<void> {
  await cache.invalidateQueries({ queryKey: keys.entries(siteId) })
  await cache.invalidateQueries({ queryKey: [...keys.site(siteId), 'words'] })
  await cache.invalidateQueries({ queryKey: keys.isLive(siteId) })
}
