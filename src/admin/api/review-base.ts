/**
 * The version that a document is compared with in a review: the live one, or else the last one saved by somebody
 * else.
 */

import { useQuery } from '@tanstack/react-query'
import { list } from './client.js'
import { getRevision, listHistory } from './entries.js'
import { keys } from './queries.js'
import type { Entry, FullEntry, Revision, Site } from './types.js'

export interface ReviewBase {
  /**
   * `live`: the published version; `before`: the last version by somebody other than its writer; `none`: a new
   * document.
   */
  readonly kind: 'live' | 'before' | 'none'
  readonly entry: FullEntry | null
  readonly revision: Revision | null
}

/** Most commits that are searched for the commit of the live release. */
const MAX_COMMITS = 1000

const NOTHING: ReviewBase = { kind: 'none', entry: null, revision: null }

export function useReviewBase(site: Site, entry: Entry, isEnabled: boolean) {
  return useQuery({
    queryKey: [...keys.history(entry.id), 'review', entry.sha, site.jobs.publish.last_at],
    enabled: isEnabled,
    queryFn: ({ signal }) => findBase(site, entry, signal),
  })
}

async function findBase(site: Site, entry: Entry, signal: AbortSignal): Promise<ReviewBase> {
  const all = await listHistory(entry, signal)
  const revisions = all.filter(({ sha }) => sha !== null)
  const isLive = await livenessOf(site, signal)
  const live = revisions.find(({ commit }) => isLive(commit))
  if (live) {
    const old = await getRevision(entry, live.commit, signal)
    if (old.visibility === 'visible') return { kind: 'live', entry: old, revision: live }
  }
  const before = revisions.find(({ user_id: id }) => id !== entry.user_id)
  if (!before) return NOTHING
  const old = await getRevision(entry, before.commit, signal)
  return { kind: 'before', entry: old, revision: before }
}

/** Returns a function that tells whether a commit is contained in the live release. */
async function livenessOf(site: Site, signal: AbortSignal): Promise<(commit: string) => boolean> {
  const path = { site_id: site.id }
  const query = { per_page: MAX_COMMITS }
  const [commits, releases] = await Promise.all([
    list('listCommits', { path, query, signal }),
    list('listReleases', { path, query, signal }),
  ])
  const places = new Map(commits.items.map(({ commit }, index) => [commit, index]))
  const live = releases.items.find((release) => release.live)
  if (!live) return () => false
  // Commits are listed newest first; a commit outside of the list is older than all in it.
  const at = places.get(live.commit) ?? Number.POSITIVE_INFINITY
  return (commit) => (places.get(commit) ?? Number.POSITIVE_INFINITY) >= at
}
