/** What is read of the API, with the names under which it is kept. */

import { useQuery, type QueryClient } from '@tanstack/react-query'
import { request, requestList } from './http.js'
import type {
  Collection,
  FullEntry,
  Release,
  Revision,
  Role,
  Session,
  Site,
  User,
} from './types.js'

/** The address of a site in the API. */
export function sitePath(siteId: string): string {
  return `/v2/sites/${siteId}`
}

/** Every segment encoded; the slashes stay. */
export function encodePath(path: string): string {
  return path.split('/').map(encodeURIComponent).join('/')
}

/** The address of a document or page in the API. */
export function entryPath(entry: {
  readonly type: 'document' | 'page'
  readonly id: string
}): string {
  return `/v2/${entry.type}s/${entry.id}`
}

/** Names of what is kept, from the general to the particular. */
export const keys = {
  sites: ['sites'],
  site: (siteId: string) => ['site', siteId],
  collections: (siteId: string) => ['site', siteId, 'collections'],
  people: (siteId: string) => ['site', siteId, 'people'],
  releases: (siteId: string) => ['site', siteId, 'releases'],
  entries: (siteId: string) => ['site', siteId, 'entries'],
  entry: (id: string) => ['entry', id],
  history: (id: string) => ['entry', id, 'history'],
  files: (siteId: string) => ['site', siteId, 'files'],
  words: (siteId: string, kind: string) => ['site', siteId, 'words', kind],
} as const

const MANY = 1000

export function useSites() {
  return useQuery({
    queryKey: keys.sites,
    queryFn: ({ signal }) =>
      requestList<Site>({ path: '/v2/sites', query: { per_page: MANY }, signal }),
  })
}

export function useSite(siteId: string) {
  return useQuery({
    queryKey: keys.site(siteId),
    queryFn: ({ signal }) => request<Site>({ path: sitePath(siteId), signal }),
  })
}

export function useCollections(siteId: string) {
  return useQuery({
    queryKey: keys.collections(siteId),
    queryFn: async ({ signal }) => {
      const path = `${sitePath(siteId)}/collections`
      return (await requestList<Collection>({ path, query: { per_page: MANY }, signal })).items
    },
  })
}

export function usePeople(siteId: string) {
  return useQuery({
    queryKey: keys.people(siteId),
    queryFn: async ({ signal }) => {
      const path = `${sitePath(siteId)}/users`
      return (await requestList<User>({ path, query: { per_page: MANY }, signal })).items
    },
  })
}

export function useRoles(siteId: string, isEnabled: boolean) {
  return useQuery({
    queryKey: [...keys.people(siteId), 'roles'],
    enabled: isEnabled,
    queryFn: async ({ signal }) => {
      const path = `${sitePath(siteId)}/roles`
      return (await requestList<Role>({ path, query: { per_page: MANY }, signal })).items
    },
  })
}

export function useReleases(siteId: string) {
  return useQuery({
    queryKey: keys.releases(siteId),
    queryFn: async ({ signal }) => {
      const path = `${sitePath(siteId)}/releases`
      return (await requestList<Release>({ path, query: { per_page: 100 }, signal })).items
    },
  })
}

export function useEntry(type: 'document' | 'page', id: string | null) {
  return useQuery({
    queryKey: keys.entry(id ?? ''),
    enabled: id !== null,
    queryFn: ({ signal }) =>
      request<FullEntry>({ path: entryPath({ type, id: id ?? '' }), signal }),
  })
}

export function useHistory(entry: { type: 'document' | 'page'; id: string }) {
  return useQuery({
    queryKey: keys.history(entry.id),
    queryFn: async ({ signal }) => {
      const path = `${entryPath(entry)}/history`
      return (await requestList<Revision>({ path, query: { per_page: 200 }, signal })).items
    },
  })
}

/** Tags or categories that posts of the site have. */
export function useWords(siteId: string, kind: 'tags' | 'categories') {
  return useQuery({
    queryKey: keys.words(siteId, kind),
    queryFn: ({ signal }) => request<string[]>({ path: `${sitePath(siteId)}/${kind}`, signal }),
  })
}

export function useSessions() {
  return useQuery({
    queryKey: ['sessions'],
    queryFn: ({ signal }) => request<Session[]>({ path: '/v2/users/me/sessions', signal }),
  })
}

/** After content of a site has changed: lists and what they count are read again. */
export async function refreshContent(cache: QueryClient, siteId: string): Promise<void> {
  await cache.invalidateQueries({ queryKey: keys.entries(siteId) })
  await cache.invalidateQueries({ queryKey: [...keys.site(siteId), 'words'] })
}
