/**
 * Brings the preview after the files by itself, while somebody looks at it: an edit, a push or a save
 * on disk shows there without being asked for.
 *
 * A preview that nobody has asked for or looked at for a while is left as it is.
 */

import { GalleyError } from '../../errors.js'
import type { JobHandler } from '../../jobs/job.js'
import type { Runner } from '../../jobs/runner.js'
import type { JobKind } from '../../model/job.js'

interface PreviewRefreshDependencies {
  readonly runner: () => Pick<Runner<JobKind>, 'enqueue'>
  /** Whether it does anything at all. */
  readonly isOn: boolean
  /** Milliseconds since the Unix epoch. */
  readonly now: () => number
  readonly onError: (error: unknown, siteId: string) => void
  /** Least milliseconds between two jobs for a site; 1,000 if left out. */
  readonly everyMs?: number
}

export interface PreviewRefresh {
  /** Somebody asks for a preview of the site or looks at it. */
  wanted(siteId: string): void
  /** `main` of a site has moved. Cheap; may be called for any site. */
  changed(siteId: string): void
  /** The handler of previews, which then notes who asks: a person is somebody who will look at it. */
  noting(handler: JobHandler<JobKind>): JobHandler<JobKind>
  /** The site goes: nothing is built for it any more. */
  forget(siteId: string): void
  stop(): void
}

const WANTED_MS = 10 * 60_000
/** The answer to the write goes out first. */
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
      // A runner that stops takes nothing more.
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
      // Those of the server itself are asked for by nobody.
      if (job.userId !== null) wanted(job.siteId)
      return handler(job, context)
    },
    changed(siteId) {
      const at = wantedAt.get(siteId)
      if (at === undefined || waiting.has(siteId)) return
      if (now() - at > WANTED_MS) return forget(siteId)
      // The first edit at once, those of a burst together.
      const next = (queuedAt.get(siteId) ?? -everyMs) + everyMs
      const delay = Math.max(SOON_MS, next - performance.now())
      waiting.set(siteId, setTimeout(() => enqueue(siteId), delay).unref())
    },
    forget(siteId) {
      clearTimeout(waiting.get(siteId))
      waiting.delete(siteId)
      forget(siteId)
    },
    stop() {
      for (const timer of waiting.values()) clearTimeout(timer)
      waiting.clear()
      wantedAt.clear()
    },
  }
}
