/**
 * Keeps the builders of previews: a child process a site that has the site in memory, so that a preview
 * after one edit costs what the edit costs.
 *
 * What a session knows is tied to the release that it made last. If that is not what is served any more,
 * or a build failed, the next build is a whole one.
 */

import type { SessionReport, SessionRequest } from '../../builder/incremental/session.js'
import type { SessionProcess } from '../../builder/process/session-process.js'
import type { BuildRequest } from '../../builder/base/request.js'

interface PreviewLimits {
  readonly buildSeconds: number
  readonly buildMemoryMb: number
}

/** What one preview is built from. */
interface PreviewBuild {
  readonly request: BuildRequest
  /** Release that is served now, null for none. */
  readonly formerId: string | null
  /** Every path that differs between a commit and the one that is built; null where nobody knows. */
  readonly changedSince: (commit: string) => Promise<readonly string[] | null>
  readonly signal: AbortSignal
  readonly report: (message: string) => void
}

export interface PreviewSessions {
  /** Builds; a report with `isPartial` is to be laid over the former release. */
  build(siteId: string, build: PreviewBuild): Promise<SessionReport>
  /** What was built last is this release of this commit. */
  stored(siteId: string, made: { readonly releaseId: string; readonly commit: string }): void
  /** Ends the process of a site that goes. */
  forget(siteId: string): void
  close(): void
}

interface Kept {
  readonly process: SessionProcess<SessionRequest, SessionReport>
  made: { readonly releaseId: string; readonly commit: string } | null
  idle: NodeJS.Timeout | null
}

const IDLE_MS = 10 * 60_000
/** A site of 10,000 posts takes about 400 MB. */
const MOST_KEPT = 3

export function createPreviewSessions(limits: PreviewLimits): PreviewSessions {
  const kept = new Map<string, Kept>()
  const end = (siteId: string) => {
    const session = kept.get(siteId)
    kept.delete(siteId)
    if (session?.idle) clearTimeout(session.idle)
    session?.process.close()
  }
  const sessionOf = async (siteId: string): Promise<Kept> => {
    // Imported when needed: most requests build nothing.
    const { SessionProcess: Process } = await import('../../builder/process/session-process.js')
    const session = kept.get(siteId) ?? {
      process: new Process('session-child'),
      made: null,
      idle: null,
    }
    kept.delete(siteId)
    kept.set(siteId, session)
    if (session.idle !== null) clearTimeout(session.idle)
    session.idle = null
    return session
  }
  const rest = (siteId: string, session: Kept) => {
    if (kept.get(siteId) !== session) return
    session.idle = setTimeout(() => end(siteId), IDLE_MS).unref()
    const idle = [...kept].filter(([, { idle: timer }]) => timer !== null)
    for (const [id] of idle.slice(0, Math.max(0, kept.size - MOST_KEPT))) end(id)
  }
  return {
    build: async (siteId, { request, formerId, changedSince, signal, report }) => {
      const session = await sessionOf(siteId)
      const { made } = session
      session.made = null
      try {
        const isCurrent = made !== null && made.releaseId === formerId
        const changed = isCurrent ? await changedSince(made.commit) : null
        const asked: SessionRequest = { ...request, changed }
        return await session.process.ask(asked, {
          signal,
          report: ({ message }) => report(message),
          limits: { wallMs: limits.buildSeconds * 1000, memoryMb: limits.buildMemoryMb },
        })
      } finally {
        rest(siteId, session)
      }
    },
    stored: (siteId, made) => {
      const session = kept.get(siteId)
      if (session) session.made = made
    },
    forget: end,
    close: () => {
      for (const siteId of kept.keys()) end(siteId)
    },
  }
}
