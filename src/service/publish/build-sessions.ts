/**
 * Keeps a child process per site and kind of release that has the site in memory. So a publish or a preview after an edit
 * reads and renders only what the edit affects.
 *
 * What is live and what is a preview have processes, sources and settings of their own: nothing that only one of them may
 * show is ever in the memory of the other. A process that ends costs a cold start, from what it has saved, and nothing else.
 */

import type { SessionReport, SessionRequest } from '../../builder/incremental/session.js'
import type { SessionProcess } from '../../builder/process/session-process.js'
import { withoutSet } from '../../model/change-set.js'
import type { ReleaseKind } from '../../model/release.js'
import { removeTree } from '../../system/remove-tree.js'
import { changedSince, type Materialized } from '../worktree/checkout.js'

interface BuildLimits {
  readonly buildSeconds: number
  readonly buildMemoryMb: number
}

/** What is built. */
interface Subject {
  readonly siteId: string
  readonly kind: ReleaseKind
}

interface SessionBuild {
  readonly request: Omit<SessionRequest, 'changed'>
  /** The files in the source. */
  readonly read: Materialized
  readonly signal: AbortSignal
  readonly report: (message: string) => void
}

interface BuildSessions {
  /** @throws BuildProcessError at a limit, or for a fault of the builder; the signal's reason if it is aborted */
  build(subject: Subject, build: SessionBuild): Promise<SessionReport>
  /** Ends the processes of a site that is being deleted, and of its sets; or of one set. */
  forget(siteId: string): void
  close(): void
}

interface Session {
  readonly siteId: string
  readonly process: SessionProcess<SessionRequest, SessionReport>
  /** The state of the source that is in memory; null for none. */
  state: string | null
  idle: NodeJS.Timeout | null
}

const IDLE_MS = 10 * 60_000
/** A site of 10,000 posts takes about 400 MB. */
const MAX_SESSIONS = 4

async function buildIn(
  session: Session,
  { request, read, signal, report }: SessionBuild,
  { buildSeconds, buildMemoryMb }: BuildLimits,
): Promise<SessionReport> {
  const changed = changedSince(read, session.state)
  session.state = null
  const options = {
    signal,
    report: ({ message }: { readonly message: string }) => report(message),
    limits: { wallMs: buildSeconds * 1000, memoryMb: buildMemoryMb },
  }
  const built = await session.process
    .ask({ ...request, changed }, options)
    .catch(async (error: unknown) => {
      // What it had in memory may have been too much: a new process begins with nothing.
      if (changed === null || signal.aborted || isOfTime(error)) throw error
      await removeTree(request.destination)
      return session.process.ask({ ...request, changed: null }, options)
    })
  session.state = read.state
  return built
}

function isOfTime(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'time'
}

export function createBuildSessions(limits: BuildLimits): BuildSessions {
  const sessions = new Map<string, Session>()
  const end = (key: string) => {
    const session = sessions.get(key)
    sessions.delete(key)
    if (session?.idle) clearTimeout(session.idle)
    session?.process.close()
  }
  const sessionOf = async (key: string, siteId: string): Promise<Session> => {
    // Imported when needed: most requests build nothing.
    const { SessionProcess: Process } = await import('../../builder/process/session-process.js')
    const session: Session = sessions.get(key) ?? {
      siteId,
      process: new Process('session-child'),
      state: null,
      idle: null,
    }
    sessions.delete(key)
    sessions.set(key, session)
    if (session.idle !== null) clearTimeout(session.idle)
    session.idle = null
    return session
  }
  const startIdleTimer = (key: string, session: Session) => {
    if (sessions.get(key) !== session) return
    session.idle = setTimeout(() => end(key), IDLE_MS).unref()
    const idle = [...sessions].filter(([, { idle: timer }]) => timer !== null)
    for (const [one] of idle.slice(0, Math.max(0, sessions.size - MAX_SESSIONS))) end(one)
  }
  return {
    build: async ({ siteId, kind }, build) => {
      const key = `${kind} ${siteId}`
      const session = await sessionOf(key, siteId)
      try {
        return await buildIn(session, build, limits)
      } finally {
        startIdleTimer(key, session)
      }
    },
    forget: (siteId) => {
      for (const [key, session] of sessions)
        if (session.siteId === siteId || withoutSet(session.siteId) === siteId) end(key)
    },
    close: () => {
      for (const key of sessions.keys()) end(key)
    },
  }
}
