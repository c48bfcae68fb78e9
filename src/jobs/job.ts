/**
 * What the runner knows of jobs: requests for work with a kind, a site and a log. It does not know
 * what the kinds do, nor where the log is kept.
 */

/** `queued → running → complete | failed | cancelled`. */
export type RunState = 'queued' | 'running' | 'complete' | 'failed' | 'cancelled'

/** A job; times are milliseconds since the Unix epoch. */
export interface RunnerJob<Kind extends string> {
  readonly id: string
  readonly siteId: string
  readonly kind: Kind
  readonly state: RunState
  /** Who asked, null for the server itself. */
  readonly userId: string | null
  /** What the handler needs; plain data. */
  readonly input: Readonly<Record<string, unknown>>
  /** That of the last event. */
  readonly message: string
  readonly createdAt: number
  readonly startedAt: number | null
  readonly finishedAt: number | null
  /** Of the last event. */
  readonly updatedAt: number
}

/** One line of a job's log; `seq` counts from 1 in each job. */
export interface RunnerEvent {
  readonly jobId: string
  readonly seq: number
  readonly state: RunState
  readonly message: string
  /** Milliseconds since the Unix epoch. */
  readonly at: number
}

/** Where jobs and events are kept; every function is durable when it returns. */
export interface JobLog<Kind extends string> {
  /** Stores a job, with its message as the first event. */
  create(job: RunnerJob<Kind>): RunnerEvent
  find(id: string): RunnerJob<Kind> | null
  /** Stores an event, and in its job the state, message and time. */
  append(event: Omit<RunnerEvent, 'seq'>): RunnerEvent
  /** Oldest first. */
  eventsAfter(jobId: string, seq: number): readonly RunnerEvent[]
  /** The oldest one in a state. */
  findUnfinished(filter: {
    readonly siteId: string
    readonly kind: Kind
    readonly state: 'queued' | 'running'
  }): RunnerJob<Kind> | null
  /** Waiting and running ones, oldest first. */
  listUnfinished(): readonly RunnerJob<Kind>[]
}

/** What a handler is given beside its job. */
export interface JobContext {
  /** Says what is going on, with counts; cheap, only the latest of many in a moment is kept. */
  readonly report: (message: string) => void
  /** Aborts when the job is cancelled, takes too long, or the server stops. */
  readonly signal: AbortSignal
}

/** The work of one kind. It ends the job by returning or throwing; what it did until then is its own to undo. */
export type JobHandler<Kind extends string> = (
  job: RunnerJob<Kind>,
  context: JobContext,
) => Promise<void>

/** Whether nothing more will happen to a job. */
export function isOver(state: RunState): boolean {
  return state === 'complete' || state === 'failed' || state === 'cancelled'
}
