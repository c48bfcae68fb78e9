/**
 * The audit log: who did what, on what, when, and what came of it; refused attempts too. Rows hold no secrets and no bodies.
 *
 * A row is stored before its request is answered. Rows of requests that end together share a transaction.
 *
 * @see src/http/README.md (Audit), SECURITY.md
 */

import {
  MAX_AUDIT_ROWS,
  MAX_AUDIT_TARGET,
  type AuditEntry,
  type AuditFilter,
  type AuditMade,
  type AuditRow,
} from '../../model/audit.js'
import { withoutSet } from '../../model/change-set.js'
import { isFinal, type Job, type JobKind } from '../../model/job.js'
import type { Actor } from '../../model/user.js'
import type { Page, Window } from '../../store/page.js'
import type { Records } from '../../store/records/records.js'
import { requireServerAdmin, type Access } from './access.js'
import type { Moved } from '../branch/advance.js'

/** What a request has done or tried; the rest follows from the caller. */
export interface Audited extends Pick<
  AuditEntry,
  'operation' | 'target' | 'outcome' | 'status' | 'address'
> {
  readonly actor: Actor
  readonly requestId: string
  readonly siteId: string | null
  /** E-mail address that somebody signs in with: kept if it is a user's. Some type their password there. */
  readonly account?: string | undefined
  readonly made?: AuditMade
}

/** Ids in the path of a request. */
type Ids = Readonly<Record<string, string | undefined>>

export interface AuditLog {
  /** Resolves when the row is stored. Never rejects: what was done is done, and a fault is reported. */
  record(audited: Audited): Promise<void>
  /** The site that a request is about; null if it names none. */
  siteOf(ids: Ids): string | null
  /** Remembers which commit was made for a request; stores a row for one made of edits on disk. */
  readonly moved: (move: Moved) => void
  /** Remembers what a job has made, for its row. */
  made(jobId: string, made: AuditMade): void
  /** Wraps the records of jobs, so that each end of a job gets a row, except that of previews. */
  ofJobs(jobs: Records['jobs']): Records['jobs']
  /** For admins of the site; of the whole server (null) for its administrators. Newest first. @throws GalleyError */
  list(actor: Actor, siteId: string | null, query: AuditQuery): Promise<Page<AuditRow>>
  /** The same, all of it, read as it is sent. */
  all(actor: Actor, siteId: string | null, filter: AuditFilter): AsyncIterable<AuditRow>
  /** Removes what is older than the setting says. */
  prune(): void
  /** Stores what waits for the end of this round. */
  flush(): void
}

interface AuditQuery {
  readonly filter: AuditFilter
  readonly window: Window
}

interface AuditDependencies {
  readonly records: Pick<Records, 'audit' | 'users' | 'jobs' | 'roles' | 'entryIds' | 'invitations'>
  readonly access: Pick<Access, 'onSite'>
  readonly days: () => number
  readonly now: () => number
  readonly onError: (error: unknown, context: { readonly doing: string }) => void
}

const DAY_MS = 24 * 60 * 60_000

const PREVIEW: JobKind = 'preview'

export function createAuditLog(dependencies: AuditDependencies): AuditLog {
  const { records, access, days, now, onError } = dependencies
  const known = createMade()
  const writer = createWriter(records.audit, (error) => onError(error, { doing: 'audit' }))
  const requireReader = (actor: Actor, siteId: string | null): void => {
    if (siteId === null) requireServerAdmin(actor)
    else access.onSite(actor, siteId, 'audit.read')
  }
  return {
    record: (audited) => {
      const { actor, requestId, address, operation, target, outcome, status } = audited
      const user = actor.kind === 'user' ? actor.user : accountOf(records, audited.account)
      const made = known.take(requestKey(user?.id, requestId))
      return writer.add({
        ...rowOf({ ...made, ...audited.made }),
        at: now(),
        userId: user?.id ?? null,
        email: user?.email ?? null,
        tokenId: (actor.kind === 'user' && actor.token?.id) || null,
        address,
        operation,
        siteId: made.siteId ?? audited.siteId,
        target: target?.slice(0, MAX_AUDIT_TARGET) ?? null,
        outcome,
        status,
        requestId,
      })
    },
    siteOf: (ids) => siteOf(records, ids),
    moved: ({ siteId, commit, userId, requestId, isOnDisk }) => {
      if (userId !== undefined && requestId !== undefined) {
        known.add(requestKey(userId, requestId), { siteId: withoutSet(siteId), commit })
      } else if (isOnDisk) {
        void writer.add({ ...rowOf({ commit }), at: now(), operation: 'editOnDisk', siteId })
      }
    },
    made: (jobId, made) => known.add(`job ${jobId}`, made),
    ofJobs: (jobs) => ({
      ...jobs,
      append: (event) => {
        const stored = jobs.append(event)
        const job = isFinal(event.state) ? jobs.find(event.jobId) : null
        if (job && job.kind !== PREVIEW) void writer.add(ended(dependencies, job, known))
        return stored
      },
    }),
    list: async (actor, siteId, { filter, window }) => {
      requireReader(actor, siteId)
      return records.audit.list(within(filter, siteId), window)
    },
    all: (actor, siteId, filter) => {
      requireReader(actor, siteId)
      return records.audit.all(within(filter, siteId))
    },
    prune: () => records.audit.prune(now() - days() * DAY_MS, MAX_AUDIT_ROWS),
    flush: () => writer.store(),
  }
}

const ID = /^[0-9a-f]{24}$/

function siteOf(
  { entryIds, roles, jobs, invitations }: AuditDependencies['records'],
  { site_id, document_id, page_id, role_id, job_id, invitation_id }: Ids,
): string | null {
  const text = document_id ?? page_id
  if (text !== undefined) return entryIds.find(text)?.siteId ?? null
  if (role_id !== undefined) return roles.find(role_id)?.siteId ?? null
  if (invitation_id !== undefined) return invitations.find(invitation_id)?.siteId ?? null
  if (job_id !== undefined) return withoutSet(jobs.find(job_id)?.siteId ?? '') || null
  return site_id !== undefined && ID.test(site_id) ? site_id : null
}

const within = (filter: AuditFilter, siteId: string | null): AuditFilter =>
  siteId === null ? filter : { ...filter, siteId }

/** A row of which nothing is known but what was made. */
function rowOf({ commit, releaseId, deployment }: AuditMade): AuditEntry {
  return {
    at: 0,
    userId: null,
    email: null,
    tokenId: null,
    address: null,
    operation: '',
    siteId: null,
    target: null,
    outcome: 'done',
    status: null,
    requestId: null,
    jobId: null,
    commit: commit ?? null,
    releaseId: releaseId ?? null,
    deployment: deployment ?? null,
  }
}

/** The row for the end of a job. */
function ended(
  { records, now }: AuditDependencies,
  { id, kind, siteId, userId, state }: Job,
  known: Made,
): AuditEntry {
  const user = userId === null ? null : records.users.find(userId)
  return {
    ...rowOf(known.take(`job ${id}`)),
    at: now(),
    userId,
    email: user?.email ?? null,
    operation: kind,
    siteId,
    outcome: state === 'complete' ? 'done' : 'failed',
    jobId: id,
  }
}

function accountOf({ users }: AuditDependencies['records'], account: string | undefined) {
  return account === undefined ? null : users.findByEmail(account)
}

/** Requests may name their ids themselves, so the id alone says nothing. */
function requestKey(userId: string | undefined, requestId: string): string {
  return `request ${userId ?? ''} ${requestId}`
}

type MadeOnSite = AuditMade & { readonly siteId?: string }

/** What was made for requests and jobs whose row is still to be written. Most have one soon. */
const MAX_MADE = 1000

type Made = ReturnType<typeof createMade>

function createMade() {
  const all = new Map<string, MadeOnSite>()
  return {
    add: (key: string, made: MadeOnSite): void => {
      all.set(key, { ...all.get(key), ...made })
      const [oldest] = all.keys()
      if (all.size > MAX_MADE && oldest !== undefined) all.delete(oldest)
    },
    take: (key: string): MadeOnSite => {
      const made = all.get(key) ?? {}
      all.delete(key)
      return made
    },
  }
}

/** Stores rows: those that come in one round of the event loop together. */
function createWriter(audit: Pick<Records['audit'], 'append'>, failed: (error: unknown) => void) {
  let waiting: AuditEntry[] = []
  let stored: Promise<void> | null = null
  const store = () => {
    const entries = waiting
    waiting = []
    stored = null
    if (entries.length === 0) return
    try {
      audit.append(entries)
    } catch (error) {
      failed(error)
    }
  }
  return {
    store,
    add(entry: AuditEntry): Promise<void> {
      waiting.push(entry)
      stored ??= new Promise((resolve) => {
        setImmediate(() => {
          store()
          resolve()
        })
      })
      return stored
    },
  }
}
