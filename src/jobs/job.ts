/**
 * Jobs as the runner knows them: work of a kind for a site, with a log of events. The caller provides the handlers and
 * stores the log.
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
  /** Message of the last event. */
  readonly message: string
  readonly createdAt: number
  readonly startedAt: number | null
  readonly finishedAt: number | null
  /** Time of the last event. */
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

/** Stores jobs and their events. When a function returns, its changes are on disk. */
export interface JobLog<Kind extends string> {
  /** Stores a job, and its message as the first event. Returns the event. */
  create(job: RunnerJob<Kind>): RunnerEvent
  find(id: string): RunnerJob<Kind> | null
  /** Stores an event, and its state, message and time in the job. */
  append(event: Omit<RunnerEvent, 'seq'>): RunnerEvent
  /** Events with a higher number, oldest first. */
  eventsAfter(jobId: string, seq: number): readonly RunnerEvent[]
  /** The oldest job in a state. */
  findUnfinished(filter: {
    readonly siteId: string
    readonly kind: Kind
    readonly state: 'queued' | 'running'
  }): RunnerJob<Kind> | null
  /** Waiting and running jobs, oldest first. */
  listUnfinished(): readonly RunnerJob<Kind>[]
}

/** What a handler gets with its job. */
export interface JobContext {
  /** Reports progress. May be called often: of many messages in a short time, only the last is stored. */
  readonly report: (message: string) => void
  /** Aborts when the job is cancelled, takes too long, or the server stops. */
  readonly signal: AbortSignal
}

/** Does the work of a kind of job. The job is complete when it returns, failed when it throws. It cleans up itself. */
export type JobHandler<Kind extends string> = (
  job: RunnerJob<Kind>,
  context: JobContext,
) => Promise<void>

/** True for states after which a job has no more events. */
export function isOver(state: RunState): boolean {
  return state === 'complete' || state === 'failed' || state === 'cancelled'
}
