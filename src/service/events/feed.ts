/** Writes what happens on sites into the site log, as `logged-event.ts` describes it. */

import { MAX_EVENT_PATHS } from '../../model/limits.js'
import type { Job, JobEvent } from '../../model/job.js'
import { setOf } from '../../model/change-set.js'
import type { ReleaseKind } from '../../model/release.js'
import type { CommitChanges } from '../../store/index/site-index.js'
import type { Records } from '../../store/records/records.js'
import { doorOf } from '../branch/authorship.js'
import type { LoggedChange, LoggedSiteEvent } from './logged-event.js'
import type { SiteLogs } from './site-log.js'

export interface Feed {
  readonly indexed: (siteId: string, commits: readonly CommitChanges[]) => void
  readonly pointed: (siteId: string, kind: ReleaseKind, releaseId: string) => void
  present(siteId: string, documentId: string): void
  /** Tells users, whatever site is followed, that there is something to read. */
  readonly notified: (userIds: readonly string[]) => void
  /** Wraps the records of jobs, so that each change of a job is logged. */
  ofJobs(jobs: Records['jobs']): Records['jobs']
}

export function createFeed(logs: Pick<SiteLogs<LoggedSiteEvent>, 'append' | 'appendToAll'>): Feed {
  // Change sets have no streams.
  const append = (siteId: string, event: LoggedSiteEvent) => {
    if (setOf(siteId) === null) logs.append(siteId, event)
  }
  const tellOfJob = (siteId: string, jobId: string) =>
    append(siteId, { kind: 'job', jobId, key: `job ${jobId}`, weight: 0 })
  return {
    indexed: (siteId, commits) => {
      for (const commit of commits) logs.append(siteId, changeOf(commit))
    },
    pointed: (siteId, release, releaseId) =>
      append(siteId, { kind: 'release', releaseId, release, weight: 0 }),
    present: (siteId, documentId) =>
      logs.append(siteId, { kind: 'presence', documentId, key: `at ${documentId}`, weight: 0 }),
    // One entry for all: a site can have more users than a log has entries, and each log of the server gets it.
    notified: (userIds) =>
      logs.appendToAll({
        kind: 'notification',
        userIds: new Set(userIds),
        key: `for ${userIds.join()}`,
        weight: 0,
      }),
    ofJobs: (jobs) => ({
      ...jobs,
      create: (job: Job) => {
        const event = jobs.create(job)
        tellOfJob(job.siteId, job.id)
        return event
      },
      append: (event: Omit<JobEvent, 'seq'>) => {
        const stored = jobs.append(event)
        const job = jobs.find(event.jobId)
        if (job) tellOfJob(job.siteId, job.id)
        return stored
      },
    }),
  }
}

function changeOf({ commit, paths }: CommitChanges): LoggedChange {
  const all = new Set(
    paths.flatMap(({ path, oldPath }) => (oldPath === null ? [path] : [path, oldPath])),
  )
  const first = [...all].slice(0, MAX_EVENT_PATHS)
  return {
    kind: 'change',
    commit: commit.oid,
    authorKey: commit.authorKey,
    door: doorOf(commit),
    paths: first,
    total: all.size,
    weight: first.reduce((sum, path) => sum + Buffer.byteLength(path), 0),
  }
}
