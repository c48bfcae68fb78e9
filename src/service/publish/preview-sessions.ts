/**
 * Keeps one child process per site that has the site in memory. So a preview after an edit renders only what the edit
 * affects.
 *
 * A session belongs to the release that it built last. If another release is served by now, or if a build failed, the
 * next build starts from scratch.
 */

import type { SessionReport, SessionRequest } from '../../builder/incremental/session.js'
import type { SessionProcess } from '../../builder/process/session-process.js'
import type { BuildRequest } from '../../builder/base/request.js'

interface PreviewLimits {
  readonly buildSeconds: number
  readonly buildMemoryMb: number
}

/** Input of one preview build. */
interface PreviewBuild {
  readonly request: BuildRequest
  /** The release that is served now; null for none. */
  readonly previousId: string | null
  /** The paths that differ between a commit and the one that is built; null if unknown. */
  readonly changedSince: (commit: string) => Promise<readonly string[] | null>
  readonly signal: AbortSignal
  readonly report: (message: string) => void
}

export interface PreviewSessions {
  /** Builds. If the report has `isPartial`, the output holds only what differs from the previous release. */
  build(siteId: string, build: PreviewBuild): Promise<SessionReport>
  /** Notes as which release the last build was stored. */
  stored(siteId: string, made: { readonly releaseId: string; readonly commit: string }): void
  /** Ends the process of a site that is being deleted. */
  forget(siteId: string): void
  close(): void
}

interface Session {
  readonly process: SessionProcess<SessionRequest, SessionReport>
  made: { readonly releaseId: string; readonly commit: string } | null
  idle: NodeJS.Timeout | null
}

const IDLE_MS = 10 * 60_000
/** A site of 10,000 posts takes about 400 MB. */
const MAX_SESSIONS = 3

export function createPreviewSessions(limits: PreviewLimits): PreviewSessions {
  const sessions = new Map<string, Session>()
  const end = (siteId: string) => {
    const session = sessions.get(siteId)
    sessions.delete(siteId)
    if (session?.idle) clearTimeout(session.idle)
    session?.process.close()
  }
  const sessionOf = async (siteId: string): Promise<Session> => {
    // Imported when needed: most requests build nothing.
    const { SessionProcess: Process } = await import('../../builder/process/session-process.js')
    const session = sessions.get(siteId) ?? {
      process: new Process('session-child'),
      made: null,
      idle: null,
    }
    sessions.delete(siteId)
    sessions.set(siteId, session)
    if (session.idle !== null) clearTimeout(session.idle)
    session.idle = null
    return session
  }
  const startIdleTimer = (siteId: string, session: Session) => {
    if (sessions.get(siteId) !== session) return
    session.idle = setTimeout(() => end(siteId), IDLE_MS).unref()
    const idle = [...sessions].filter(([, { idle: timer }]) => timer !== null)
    for (const [id] of idle.slice(0, Math.max(0, sessions.size - MAX_SESSIONS))) end(id)
  }
  return {
    build: async (siteId, { request, previousId, changedSince, signal, report }) => {
      const session = await sessionOf(siteId)
      const { made } = session
      session.made = null
      try {
        const isCurrent = made !== null && made.releaseId === previousId
        const changed = isCurrent ? await changedSince(made.commit) : null
        const sessionRequest: SessionRequest = { ...request, changed }
        return await session.process.ask(sessionRequest, {
          signal,
          report: ({ message }) => report(message),
          limits: { wallMs: limits.buildSeconds * 1000, memoryMb: limits.buildMemoryMb },
        })
      } finally {
        startIdleTimer(siteId, session)
      }
    },
    stored: (siteId, made) => {
      const session = sessions.get(siteId)
      if (session) session.made = made
    },
    forget: end,
    close: () => {
      for (const siteId of sessions.keys()) end(siteId)
    },
  }
}
