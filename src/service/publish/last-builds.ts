/**
 * Remembers the last build of each site, so that a publish that would produce the same is skipped.
 *
 * In memory only: after an update, another process may have another builder. Sites that show the current time are
 * built every time.
 */

import type { BuildRequest } from '../../builder/base/request.js'
import type { JobDiagnostic } from '../../model/job.js'

interface BuildInput {
  /** Id of the commit that is built. */
  readonly commit: string
  readonly request: BuildRequest
  /** Milliseconds since the Unix epoch. */
  readonly now: number
}

interface LastBuild {
  readonly releaseId: string
  /**
   * Until when a build would produce the same, in milliseconds since the Unix epoch; 0 for never, null for always.
   */
  readonly sameUntil: number | null
  readonly diagnostics: readonly JobDiagnostic[]
}

export interface LastBuilds {
  /** The last build if a new one would produce the same; null if it may differ. */
  find(siteId: string, input: BuildInput): LastBuild | null
  keep(siteId: string, input: BuildInput, build: LastBuild): void
}

const MAX_SITES = 1000

export function createLastBuilds(): LastBuilds {
  const builds = new Map<string, LastBuild & { readonly input: string; readonly at: number }>()
  return {
    find: (siteId, input) => {
      const last = builds.get(siteId)
      if (last === undefined || last.input !== fingerprintOf(input)) return null
      const { at, sameUntil } = last
      // If the clock was set back to before the build, nothing is known.
      const isSame = at <= input.now && (sameUntil === null || input.now < sameUntil)
      return isSame ? last : null
    },
    keep: (siteId, input, build) => {
      builds.delete(siteId)
      builds.set(siteId, { ...build, input: fingerprintOf(input), at: input.request.now })
      const [oldest] = builds.keys()
      if (builds.size > MAX_SITES && oldest !== undefined) builds.delete(oldest)
    },
  }
}

/** Everything that the output depends on, except the time. Source and destination folders have no influence. */
function fingerprintOf({ commit, request }: BuildInput): string {
  const { source: _source, destination: _destination, now: _now, ...input } = request
  return JSON.stringify([commit, input])
}
