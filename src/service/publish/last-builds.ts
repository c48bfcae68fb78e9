/**
 * What was built last of each site, so that nothing is built where a build would make the same again.
 *
 * Only of this process: another one may have another builder. A site that shows the time is built each
 * time.
 */

import type { BuildRequest } from '../../builder/base/request.js'
import type { JobDiagnostic } from '../../model/job.js'

interface Asked {
  /** oid that is built. */
  readonly commit: string
  readonly request: BuildRequest
  /** Milliseconds since the Unix epoch. */
  readonly now: number
}

interface Made {
  readonly releaseId: string
  /** As the builder says it: 0 for never, null for always. */
  readonly sameUntil: number | null
  readonly diagnostics: readonly JobDiagnostic[]
}

export interface LastBuilds {
  /** Null where a build may make something else. */
  find(siteId: string, asked: Asked): Made | null
  keep(siteId: string, asked: Asked, made: Made): void
}

/** So many sites are remembered. */
const MOST = 1000

export function createLastBuilds(): LastBuilds {
  const kept = new Map<string, Made & { readonly asked: string; readonly at: number }>()
  return {
    find: (siteId, asked) => {
      const last = kept.get(siteId)
      if (last === undefined || last.asked !== textOf(asked)) return null
      const { at, sameUntil } = last
      // Of a time before the build, a clock that was put back, nothing is known.
      const isSame = at <= asked.now && (sameUntil === null || asked.now < sameUntil)
      return isSame ? last : null
    },
    keep: (siteId, asked, made) => {
      kept.delete(siteId)
      kept.set(siteId, { ...made, asked: textOf(asked), at: asked.request.now })
      const [oldest] = kept.keys()
      if (kept.size > MOST && oldest !== undefined) kept.delete(oldest)
    },
  }
}

/** All that a build depends on, but for where it reads and writes, and when. */
function textOf({ commit, request }: Asked): string {
  const { source: _source, destination: _destination, now: _now, ...asked } = request
  return JSON.stringify([commit, asked])
}
