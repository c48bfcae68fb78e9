/** Starts, follows and cancels jobs. @see src/http/README.md (Jobs; Roles; Sites) */

import { notFound } from '../../errors.js'
import type { Runner } from '../../jobs/runner.js'
import { setOf, withoutSet } from '../../model/change-set.js'
import {
  EVENT_RETENTION_MS,
  isFinal,
  type Job,
  type JobEvent,
  type JobKind,
} from '../../model/job.js'
import type { SiteAction } from '../../model/policy.js'
import type { Actor } from '../../model/user.js'
import type { Page, Window } from '../../store/page.js'
import type { SiteIndex } from '../../store/index/site-index.js'
import type { Records } from '../../store/records/records.js'
import { mayUseSet, type Access } from '../accounts/access.js'
import type { Stream, Streams } from '../accounts/streams.js'
import type { Authors } from '../branch/authors.js'
import type { ImportInput, Importing } from '../sites/importing.js'
import type { SiteRemover } from '../sites/site-remover.js'
import { jobViewsFor, type JobView } from './job-views.js'

/** The number of the last event that the follower has; null for none. */
interface FollowOptions {
  readonly afterSeq: number | null
  readonly signal: AbortSignal
}

interface JobsDependencies {
  readonly records: Pick<Records, 'jobs' | 'sites' | 'changeSets'>
  readonly index: Pick<SiteIndex, 'entryByPath'>
  readonly authors: Pick<Authors, 'isOwn'>
  readonly access: Access
  readonly runner: Runner<JobKind>
  readonly importing: Pick<Importing, 'request'>
  readonly discard: SiteRemover['discard']
  readonly now: () => number
  readonly streams: Streams
}

const ACTIONS: Readonly<Record<'preview' | 'publish' | 'sync', SiteAction>> = {
  preview: 'preview.request',
  publish: 'publish.request',
  sync: 'sync.request',
}

/** Finds jobs that an actor may see. */
function createFinder({ records, access, now }: JobsDependencies) {
  /** True for an import that has failed, which leaves no site. */
  const isGone = ({ siteId }: Job): boolean => records.sites.find(withoutSet(siteId)) === null
  const maySee = (actor: Actor, { siteId }: Job): boolean => {
    const [role, setId] = [access.roleOn(actor, siteId), setOf(siteId)]
    if (role === null || setId === null) return role !== null
    const set = records.changeSets.find(withoutSet(siteId), setId)
    return set !== null && mayUseSet(actor, role, set)
  }
  /** Also one that has expired. Null for a job that is unknown, or on a site without a role for the actor. */
  const findAny = (actor: Actor, id: string): Job | null => {
    const job = records.jobs.find(id)
    if (!job) return null
    const isOwn = userIdOf(actor) === job.userId
    return maySee(actor, job) || (isOwn && isGone(job)) ? job : null
  }
  const find = (actor: Actor, id: string): Job | null => {
    const job = findAny(actor, id)
    if (!job) return null
    const isExpired = isFinal(job.state) && job.updatedAt + EVENT_RETENTION_MS < now()
    return isExpired ? null : job
  }
  return { find, findAny, isGone }
}

export type Jobs = ReturnType<typeof createJobs>

export function createJobs(dependencies: JobsDependencies) {
  const { records, access, runner, importing, discard, streams } = dependencies
  const { find, findAny, isGone } = createFinder(dependencies)
  return {
    /** Queues a job, or returns the one that already waits. @throws GalleyError `not_found`, `forbidden` */
    request(actor: Actor, siteId: string, kind: keyof typeof ACTIONS): { readonly id: string } {
      access.onSite(actor, siteId, ACTIONS[kind])
      const waiting = records.jobs.findUnfinished({ siteId, kind, state: 'queued' })
      // A job that would publish what was built before is not what is asked for.
      const { releaseId, live, ...input } = waiting?.input ?? {}
      if (waiting && (releaseId ?? live) !== undefined) runner.cancel(waiting.id)
      return runner.enqueue({ siteId, kind, userId: userIdOf(actor), input })
    },

    /** Creates a site from a ZIP; a job fills it. */
    import: (actor: Actor, input: ImportInput) => importing.request(actor, input),

    /**
     * @returns null for an unknown or expired job, `over` if the job has ended and the follower has its last event
     * @throws GalleyError `rate_limited`
     */
    follow(actor: Actor, id: string, options: FollowOptions): Stream<JobEvent> | 'over' | null {
      const job = find(actor, id)
      if (!job) return null
      if (!isGone(job)) access.onSite(actor, job.siteId, 'jobs.follow')
      const { afterSeq } = options
      const hasAll = afterSeq !== null && records.jobs.eventsAfter(id, afterSeq).length === 0
      if (hasAll && isFinal(job.state)) return 'over'
      return streams.open({
        userId: userIdOf(actor) ?? 'server',
        isAllowed: () =>
          access.isStillOn(actor, job.siteId) || (access.isStillThere(actor) && isGone(job)),
        subscribe: (left) =>
          runner.subscribe(id, {
            signal: AbortSignal.any([left, options.signal]),
            ...(afterSeq !== null && { afterSeq }),
          }),
      })
    },

    /** Jobs that are still stored, newest first. */
    list(actor: Actor, siteId: string, window: Window): Page<JobView> {
      const viewer = { actor, ...access.onSite(actor, siteId, 'jobs.follow') }
      const { rows, ...page } = records.jobs.listOfSite(siteId, window)
      return { ...page, rows: rows.map(jobViewsFor(dependencies, viewer)) }
    },

    /** A job. It is stored longer than its events. @throws GalleyError `not_found` */
    get(actor: Actor, id: string): JobView {
      const job = findAny(actor, id)
      if (!job) throw notFound('job')
      if (isGone(job)) return { job, diagnostics: records.jobs.diagnosticsOf(id) }
      const viewer = { actor, ...access.onSite(actor, job.siteId, 'jobs.follow') }
      return jobViewsFor(dependencies, viewer)(job)
    },

    /**
     * Cancels a job within 2 seconds. A finished job does not change. @throws GalleyError `not_found`, `forbidden`
     */
    async cancel(actor: Actor, id: string): Promise<void> {
      const job = find(actor, id)
      if (!job) throw notFound('job')
      if (isGone(job)) return
      access.onSite(actor, job.siteId, 'jobs.cancel')
      const before = runner.cancel(id)
      // No handler will do it.
      if (before?.kind === 'import' && before.state === 'queued') await discard(before.siteId)
    },
  }
}

function userIdOf(actor: Actor): string | null {
  return actor.kind === 'user' ? actor.user.id : null
}
