/** Requests for work, and what is told of them. @see src/http/README.md (Jobs) */

export const JOB_KINDS = ['sync', 'preview', 'publish', 'import'] as const

export type JobKind = (typeof JOB_KINDS)[number]

/** Job kinds that have a slot in the site's representation. */
const SLOT_KINDS = ['preview', 'publish', 'sync'] as const satisfies readonly JobKind[]

export type SlotKind = (typeof SLOT_KINDS)[number]

export type JobState = 'queued' | 'running' | 'complete' | 'failed' | 'cancelled'

/** Times are milliseconds since the Unix epoch. */
export interface Job {
  readonly id: string
  readonly siteId: string
  readonly kind: JobKind
  readonly state: JobState
  /** User who asked, null for the server itself. */
  readonly userId: string | null
  /** What the handler needs; plain data. */
  readonly input: Readonly<Record<string, unknown>>
  /** The last event's message. */
  readonly message: string
  readonly createdAt: number
  readonly startedAt: number | null
  readonly finishedAt: number | null
  /** Of the last event. */
  readonly updatedAt: number
}

/** One line of a job's log; `seq` counts from 1 in each job. */
export interface JobEvent {
  readonly jobId: string
  readonly seq: number
  readonly state: JobState
  readonly message: string
  /** Milliseconds since the Unix epoch. */
  readonly at: number
}

/** What the builder had to say of a file; line and column from 1. */
export interface JobDiagnostic {
  readonly severity: 'error' | 'warning'
  /** From the site's root, null for the site as a whole. */
  readonly path: string | null
  readonly line: number | null
  readonly column: number | null
  /** As `line`, without the front matter; null or not there where it is not known. */
  readonly textLine?: number | null
  readonly message: string
}

/** So many are kept of a job, the first ones. */
export const MAX_DIAGNOSTICS = 200

/** Events can be read for so long after the last one. @see src/http/README.md (Jobs) */
export const EVENT_RETENTION_MS = 30 * 60 * 1000

/** Whether nothing more will happen to a job. */
export function isFinal(state: JobState): boolean {
  return state === 'complete' || state === 'failed' || state === 'cancelled'
}
