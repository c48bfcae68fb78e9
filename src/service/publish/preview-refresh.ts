/**
 * Keeps previews up to date while somebody looks at them: each edit, push or change on disk starts a new build. A
 * preview that nobody has requested or viewed for some time is not rebuilt. The key of a change set counts as a site.
 */

import { GalleyError } from '../../errors.js'
import type { JobHandler } from '../../jobs/job.js'
import type { Runner } from '../../jobs/runner.js'
import { withoutSet } from '../../model/change-set.js'
import type { JobKind } from '../../model/job.js'

interface PreviewRefreshDependencies {
  readonly runner: () => Pick<Runner<JobKind>, 'enqueue'>
  /** False switches automatic previews off. */
  readonly isOn: boolean
  /** Milliseconds since the Unix epoch. */
  readonly now: () => number
  readonly onError: (error: unknown, siteId: string) => void
  /** Least milliseconds between two jobs for a site; 1,000 if left out. */
  readonly everyMs?: number
}

export interface PreviewRefresh {
  /** To be called when somebody requests or views the preview of a site. */
  wanted(siteId: string): void
  /** To be called when `main` of a site, or the branch of a set, has moved. Fast, so it may be called for every site. */
  changed(siteId: string): void
  /** Wraps the handler of preview jobs. A job that a user started counts as interest in the preview. */
  noting(handler: JobHandler<JobKind>): JobHandler<JobKind>
  /** Stops building for a site that is being deleted, and its sets; or for one set. */
  forget(siteId: string): void
  stop(): void
}

const WANTED_MS = 10 * 60_000
/** A short delay, so that the write is answered before the build starts. */
const SOON_MS = 2
const EVERY_MS = 1000

export function createPreviewRefresh(dependencies: PreviewRefreshDependencies): PreviewRefresh {
  const { runner, isOn, now, onError, everyMs = EVERY_MS } = dependencies
  const wantedAt = new Map<string, number>()
  const waiting = new Map<string, NodeJS.Timeout>()
  const queuedAt = new Map<string, number>()
  const enqueue = (siteId: string): void => {
    waiting.delete(siteId)
    queuedAt.set(siteId, performance.now())
    try {
      runner().enqueue({ siteId, kind: 'preview', userId: null })
    } catch (error) {
      // While the server stops, no job is accepted.
      if (!(error instanceof GalleyError && error.code === 'unavailable')) onError(error, siteId)
    }
  }
  const forget = (siteId: string): void => {
    wantedAt.delete(siteId)
    queuedAt.delete(siteId)
  }
  const wanted = (siteId: string): void => {
    if (isOn) wantedAt.set(siteId, now())
  }
  return {
    wanted,
    noting: (handler) => (job, context) => {
      // Jobs without a user were started by this module.
      if (job.userId !== null) wanted(job.siteId)
      return handler(job, context)
    },
    changed(siteId) {
      const at = wantedAt.get(siteId)
      if (at === undefined || waiting.has(siteId)) return
      if (now() - at > WANTED_MS) return forget(siteId)
      // The first edit starts a build at once; further ones are combined.
      const next = (queuedAt.get(siteId) ?? -everyMs) + everyMs
      const delay = Math.max(SOON_MS, next - performance.now())
      waiting.set(siteId, setTimeout(() => enqueue(siteId), delay).unref())
    },
    forget(siteId) {
      for (const key of new Set([...wantedAt.keys(), ...waiting.keys()])) {
        if (key !== siteId && withoutSet(key) !== siteId) continue
        clearTimeout(waiting.get(key))
        waiting.delete(key)
        forget(key)
      }
    },
    stop() {
      for (const timer of waiting.values()) clearTimeout(timer)
      waiting.clear()
      wantedAt.clear()
    },
  }
}
