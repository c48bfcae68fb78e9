/** Jobs and their events. @see src/http/README.md (Jobs) */

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
  /** The user who requested it; null for the server itself. */
  readonly userId: string | null
  /** The handler's input; plain data. */
  readonly input: Readonly<Record<string, unknown>>
  /** The last event's message. */
  readonly message: string
  readonly createdAt: number
  readonly startedAt: number | null
  readonly finishedAt: number | null
  /** Time of the last event. */
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

/** An error or a warning of a build; line and column from 1. */
export interface JobDiagnostic {
  readonly severity: 'error' | 'warning'
  /** From the site's root; null for the site as a whole. */
  readonly path: string | null
  readonly line: number | null
  readonly column: number | null
  /** The line counted from the end of the front matter; null or missing if it is not known. */
  readonly textLine?: number | null
  readonly message: string
}

/** Diagnostics that are kept per job: the first ones. */
export const MAX_DIAGNOSTICS = 200

/** How long the events of a job can be read after the last one. @see src/http/README.md (Jobs) */
export const EVENT_RETENTION_MS = 30 * 60 * 1000

/** True if the state of a job does not change any more. */
export function isFinal(state: JobState): boolean {
  return state === 'complete' || state === 'failed' || state === 'cancelled'
}
