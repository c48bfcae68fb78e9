/** Writes what happens on sites into the site log, as ids and paths only: no texts of documents are kept. */

import { MAX_EVENT_PATHS } from '../../model/limits.js'
import type { AuthorKey } from '../../model/commit.js'
import type { Job, JobEvent } from '../../model/job.js'
import type { ReleaseKind } from '../../model/release.js'
import type { CommitChanges } from '../../store/index/site-index.js'
import type { Records } from '../../store/records/records.js'
import { doorOf, type Door } from '../branch/authorship.js'
import type { LoggedEvent, SiteLogs } from './site-log.js'

/** A commit on `main`. */
export interface LoggedChange extends LoggedEvent {
  readonly kind: 'change'
  readonly commit: string
  readonly authorKey: AuthorKey
  readonly door: Door
  /** The first changed paths, with the old paths of renamed files. */
  readonly paths: readonly string[]
  readonly total: number
}

/** An event as it is kept. Jobs, users and documents are looked up when it is sent to a follower. */
export type LoggedSiteEvent =
  | LoggedChange
  | (LoggedEvent & { readonly kind: 'job'; readonly jobId: string })
  | (LoggedEvent & {
      readonly kind: 'release'
      readonly releaseId: string
      readonly release: ReleaseKind
    })
  | (LoggedEvent & { readonly kind: 'presence'; readonly documentId: string })

export interface Feed {
  readonly indexed: (siteId: string, commits: readonly CommitChanges[]) => void
  readonly pointed: (siteId: string, kind: ReleaseKind, releaseId: string) => void
  present(siteId: string, documentId: string): void
  /** Wraps the records of jobs, so that each change of a job is logged. */
  ofJobs(jobs: Records['jobs']): Records['jobs']
}

export function createFeed(logs: Pick<SiteLogs<LoggedSiteEvent>, 'append'>): Feed {
  const tellOfJob = (siteId: string, jobId: string) =>
    logs.append(siteId, { kind: 'job', jobId, key: `job ${jobId}`, weight: 0 })
  return {
    indexed: (siteId, commits) => {
      for (const commit of commits) logs.append(siteId, changeOf(commit))
    },
    pointed: (siteId, release, releaseId) =>
      logs.append(siteId, { kind: 'release', releaseId, release, weight: 0 }),
    present: (siteId, documentId) =>
      logs.append(siteId, { kind: 'presence', documentId, key: `at ${documentId}`, weight: 0 }),
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
