/** Jobs and their logs. State, message and times of a job are always those of its last event. */

import {
  isFinal,
  JOB_KINDS,
  type Job,
  type JobDiagnostic,
  type JobEvent,
  type JobKind,
} from '../../model/job.js'
import { notFound } from '../../errors.js'
import { inLightTransaction, inTransaction, type Connection } from '../connection.js'
import { nextPlace, type Page, type Window } from '../page.js'
import { parseRecord } from './json.js'
import { prepareJobStatements, type JobRow } from './job-statements.js'

/** An event without its number, which it gets when it is stored. */
type NewJobEvent = Omit<JobEvent, 'seq'>

/** The newest jobs of a kind on a site; `lastAt` in milliseconds since the Unix epoch. */
interface JobSlot {
  /** The running job, else the waiting one. */
  readonly id: string | null
  readonly lastAt: number | null
  /** Message of the last finished job; null if it was successful. */
  readonly lastError: string | null
  readonly lastId: string | null
}

/** A slot for each kind. */
type JobSlots = Readonly<Record<JobKind, JobSlot>>

/** The jobs of the server. */
export interface Jobs {
  /** Stores a job, and its `message` as the first event. Returns the event. */
  create(job: Job): JobEvent
  find(id: string): Job | null
  /** @throws GalleyError `not_found` */
  get(id: string): Job
  /**
   * Stores an event and updates its job, in one transaction. Survives a power failure, except for the progress of a
   * running job.
   *
   * @throws GalleyError `not_found` for an unknown job
   */
  append(event: NewJobEvent): JobEvent
  /** Events with a higher number, oldest first. */
  eventsAfter(jobId: string, seq: number): JobEvent[]
  /** The oldest job in a state (`queued`, `running`). */
  findUnfinished(filter: UnfinishedFilter): Job | null
  /** Waiting and running jobs of the server, oldest first. */
  listUnfinished(): Job[]
  /** Waiting and running jobs of a site, oldest first. */
  listUnfinishedOf(siteId: string): Job[]
  /** All stored jobs of a site, newest first. */
  listOfSite(siteId: string, window: Window): Page<Job>
  keepDiagnostics(jobId: string, diagnostics: readonly JobDiagnostic[]): void
  diagnosticsOf(jobId: string): JobDiagnostic[]
  /** Slots by site id, with one query. A site without jobs has empty slots. */
  slots(siteIds: readonly string[]): Map<string, JobSlots>
  /**
   * Deletes the events of finished jobs whose last event is older than `before` (milliseconds), and the jobs, except
   * the last one of each kind on each site, which slots need; nothing is kept for a site that is gone. Returns the number of deleted events.
   */
  deleteExpired(before: number): number
}

/** Which unfinished job. */
interface UnfinishedFilter {
  readonly siteId: string
  readonly kind: JobKind
  readonly state: 'queued' | 'running'
}

const EMPTY_SLOT: JobSlot = { id: null, lastAt: null, lastError: null, lastId: null }

/** The newest come first. */
function pageOfSite(
  sql: ReturnType<typeof prepareJobStatements>,
  siteId: string,
  { limit, ...window }: Window,
): Page<Job> {
  const total = sql.countOfSite.get(siteId) ?? 0
  const [from = Number.MAX_SAFE_INTEGER] = window.after ?? []
  const offset = window.after ? (sql.countOfSiteFrom.get(siteId, Number(from)) ?? 0) : window.offset
  const rows = sql.pageOfSite.all(siteId, limit, offset)
  const next = nextPlace({ offset, rows, total }, { placeOf: ({ seq }) => [seq] })
  return { rows: rows.map(toJob), total, next }
}

/** The jobs over one connection. */
export function createJobs(db: Connection): Jobs {
  const sql = prepareJobStatements(db)
  const found = (row: JobRow | undefined) => (row === undefined ? null : toJob(row))
  const find = (id: string) => found(sql.byId.get(id))
  const append = (event: NewJobEvent): JobEvent => {
    const seq = sql.advance.get({ ...event, isFinal: isFinal(event.state) ? 1 : 0 })
    if (seq === undefined) throw notFound('job')
    const stored = { ...event, seq }
    sql.insertEvent.run(stored)
    return stored
  }
  const appendProgress = inLightTransaction(db, append)
  const appendChange = inTransaction(db, append)
  return {
    create: inTransaction(db, (job: Job) => {
      sql.insert.run({ ...job, input: JSON.stringify(job.input) })
      return append({ jobId: job.id, state: job.state, message: job.message, at: job.updatedAt })
    }),
    find,
    get: (id) => {
      const job = find(id)
      if (job === null) throw notFound('job')
      return job
    },
    append: (event) => {
      const isProgress = event.state === 'running' && find(event.jobId)?.state === 'running'
      return isProgress ? appendProgress(event) : appendChange(event)
    },
    eventsAfter: (jobId, seq) => sql.eventsAfter.all(jobId, seq),
    findUnfinished: (filter) => found(sql.unfinishedOf.get(filter)),
    listUnfinished: () => sql.unfinished.all().map(toJob),
    listUnfinishedOf: (siteId) => sql.unfinishedOfSite.all(siteId).map(toJob),
    listOfSite: (siteId, window) => pageOfSite(sql, siteId, window),
    keepDiagnostics: (jobId, diagnostics) => {
      sql.keepDiagnostics.run(JSON.stringify(diagnostics), jobId)
    },
    diagnosticsOf: (jobId) => sql.diagnosticsOf.all(jobId),
    slots: (siteIds) => {
      const slots = new Map(siteIds.map((siteId) => [siteId, emptySlots()]))
      for (const row of sql.slots.all(JSON.stringify(siteIds), JSON.stringify(JOB_KINDS))) {
        const ofSite = slots.get(row.site_id)
        if (ofSite !== undefined) ofSite[row.kind] = toSlot(row)
      }
      return slots
    },
    deleteExpired: inTransaction(db, (before: number) => {
      const { changes } = sql.deleteEvents.run(before)
      sql.deleteJobs.run(before)
      return changes
    }),
  }
}

function toJob(row: JobRow): Job {
  return {
    id: row.id,
    siteId: row.site_id,
    kind: row.kind,
    state: row.state,
    userId: row.user_id,
    input: parseRecord(row.input),
    message: row.message,
    createdAt: row.created_at,
    startedAt: row.started_at,
    finishedAt: row.finished_at,
    updatedAt: row.updated_at,
  }
}

function emptySlots(): Record<JobKind, JobSlot> {
  return { sync: EMPTY_SLOT, preview: EMPTY_SLOT, publish: EMPTY_SLOT, import: EMPTY_SLOT }
}

function toSlot(row: {
  readonly active_id: string | null
  readonly last_id: string | null
  readonly last_at: number | null
  readonly last_state: string | null
  readonly last_message: string | null
}): JobSlot {
  return {
    id: row.active_id,
    lastAt: row.last_at,
    lastError: row.last_state === 'complete' ? null : row.last_message,
    lastId: row.last_id,
  }
}
