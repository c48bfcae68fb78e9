/** The files in which a release differs from the one before it, and who saved them. */

import { useQuery } from '@tanstack/react-query'
import { call, list, type Schemas } from './client.js'
import { keys } from './queries.js'
import type { Release } from './types.js'

interface ReleaseChanges {
  readonly changes: readonly Schemas['CommitChange'][]
  /** Number of changed files beyond those that are listed. */
  readonly more: number
  /** Names of the authors without duplicates, latest first. */
  readonly authors: readonly string[]
}

/** Most commits that are searched for authors. */
const MAX_COMMITS = 1000

interface Pair {
  readonly release: Release
  readonly before: Release
}

export function useReleaseChanges(siteId: string, { release, before }: Pair) {
  return useQuery({
    queryKey: [...keys.releases(siteId), release.id, before.id],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: ({ signal }) => readChanges(siteId, { release, before }, signal),
  })
}

async function readChanges(siteId: string, { release, before }: Pair, signal: AbortSignal) {
  const path = { site_id: siteId }
  const range = { from: before.commit, to: release.commit }
  const [difference, commits] = await Promise.all([
    call('getSiteDiff', { path, query: range, signal }),
    list('listCommits', { path, query: { per_page: MAX_COMMITS }, signal }),
  ])
  const ids = commits.items.map(({ commit }) => commit)
  const [first, last] = [ids.indexOf(release.commit), ids.indexOf(before.commit)]
  const own = first < 0 ? [] : commits.items.slice(first, last < 0 ? undefined : last)
  const found: ReleaseChanges = {
    changes: difference.changes,
    more: difference.changes_total - difference.changes.length,
    authors: [...new Set(own.map(({ author }) => author.name))],
  }
  return found
}
