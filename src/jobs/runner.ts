/**
 * Runs jobs in this process: takes them from a queue in the log, calls their handlers and streams their events.
 *
 * A library: `service/` provides the kinds of jobs with their handlers, and the log.
 *
 * - For each site, at most one job of a kind runs, and at most one of a kind waits.
 * - Users and sites take turns, and no user gets all places if there are several (`system/queue.ts`).
 * - Every job gets exactly one final event. It is stored before subscribers see it.
 * - A cancelled job is over within 2 seconds. If its handler ignores the signal, the result is ignored and the place is
 *   free for another job. But no other job of the kind starts for the site until the handler has ended, because it may
 *   still be writing.
 *
 * @see src/http/README.md (Jobs), SECURITY.md
 */

import { GalleyError } from '../errors.js'
import { createJobEvents, type SubscribeOptions } from './events.js'
import { isOver, type JobHandler, type JobLog, type RunnerEvent, type RunnerJob } from './job.js'
import { GRACE_MS, startRun, type Outcome, type Run } from './run.js'
import { createFairOrder } from '../system/queue.js'

/** A request for a job. */
interface JobRequest<Kind extends string> {
  readonly siteId: string
  readonly kind: Kind
  /** Null for the server itself. */
  readonly userId: string | null
  /** What the handler needs; plain data. */
  readonly input?: Readonly<Record<string, unknown>>
}

export interface RunnerOptions<Kind extends string> {
  readonly log: JobLog<Kind>
  readonly handlers: Readonly<Record<Kind, JobHandler<Kind>>>
  /** Jobs that run at the same time, at least 1. */
  readonly concurrency: number
  readonly now: () => number
  readonly newId: () => string
  /** The site that a `siteId` is a part of: its deletion ends the job, and it counts as who asks. By default itself. */
  readonly wholeOf?: (siteId: string) => string
  readonly limits: { readonly jobMs: number }
  /** The message of an error for users; null if it must not be shown. By default, only GalleyErrors are shown. */
  readonly messageOf?: (error: unknown) => string | null
  /** Called with a job that is stopped because it took too long, and a sentence that says so. */
  readonly onTimeout?: (job: RunnerJob<Kind>, message: string) => void
  /** Called with errors that are not shown, and with errors of storing events. */
  readonly onError?: (error: unknown, jobId: string) => void
}

export interface Runner<Kind extends string> {
  /**
   * Requests a job. If a job of the kind is waiting for the site already, returns that one.
   *
   * @throws GalleyError `unavailable` if the runner is stopping or the site is being deleted
   */
  enqueue(request: JobRequest<Kind>): RunnerJob<Kind>
  /**
   * Cancels a job: a waiting one at once, a running one within 2 seconds. A finished one stays unchanged. Returns the
   * job as it was before, null for an unknown one.
   */
  cancel(id: string): RunnerJob<Kind> | null
  /**
   * Cancels all jobs of a site that is being deleted, and accepts no other until `takeUp`. Resolves when their final
   * events are recorded, within 2 seconds.
   *
   * @param by the job that deletes the site, which goes on
   */
  cancelAllOf(siteId: string, by?: string): Promise<void>
  /** Accepts jobs of the site again. */
  takeUp(siteId: string): void
  /**
   * Call it once at the start. Jobs that were running when the server stopped have failed; waiting ones start. With
   * `hold`, waiting ones keep waiting for the next start of the server, or until somebody requests them again.
   */
  recover(options?: { readonly hold: boolean }): void
  /** The events of a job. @see JobEvents.subscribe */
  subscribe(jobId: string, options?: SubscribeOptions): AsyncIterable<RunnerEvent>
  /** Interrupts running jobs, leaves waiting ones, ends all subscriptions. Resolves when final events are recorded. */
  stop(graceMs?: number): Promise<void>
}

const QUEUED = 'Waiting to start'
const STARTED = 'Started'
const CANCELLED: Outcome = { state: 'cancelled', message: 'Job cancelled' }
const INTERRUPTED: Outcome = { state: 'failed', message: 'Interrupted by a server restart' }

/** Handlers may take this long to end when the server stops. */
const STOP_GRACE_MS = 5000

interface Active<Kind extends string> {
  readonly job: RunnerJob<Kind>
  readonly run: Run
  isRecorded: boolean
}

/** Creates a runner. It does nothing until `enqueue` or `recover` is called. */
export function createRunner<Kind extends string>(options: RunnerOptions<Kind>): Runner<Kind> {
  return new InProcessRunner(options)
}

class InProcessRunner<Kind extends string> implements Runner<Kind> {
  readonly #options: RunnerOptions<Kind>
  readonly #events
  readonly #order
  readonly #wholeOf: (siteId: string) => string
  /** By job id, until the handler has ended. */
  readonly #active = new Map<string, Active<Kind>>()
  /** Ids of jobs that `recover` holds back. */
  readonly #held = new Set<string>()
  /** Sites that are being deleted. */
  readonly #leaving = new Set<string>()
  #isStopping = false

  constructor(options: RunnerOptions<Kind>) {
    this.#options = options
    this.#events = createJobEvents(options.log)
    const { wholeOf = itself } = options
    this.#wholeOf = wholeOf
    const maxOfOne = Math.max(1, options.concurrency - 1)
    this.#order = createFairOrder(maxOfOne, ({ userId, siteId }: Owned) => ({
      // Jobs without a user count for their site.
      asker: userId === null ? `server ${wholeOf(siteId)}` : `user ${userId}`,
      key: siteId,
    }))
  }

  enqueue(request: JobRequest<Kind>): RunnerJob<Kind> {
    if (this.#isStopping) {
      throw new GalleyError('unavailable', 'The server is stopping.', { retryAfter: 5 })
    }
    const { siteId, kind } = request
    if (this.#leaving.has(siteId) || this.#leaving.has(this.#wholeOf(siteId))) {
      throw new GalleyError('unavailable', 'The site is being deleted.', { retryAfter: 5 })
    }
    const waiting = this.#options.log.findUnfinished({ siteId, kind, state: 'queued' })
    if (waiting !== null) {
      if (this.#held.delete(waiting.id)) this.#tryStart(waiting.id)
      return waiting
    }
    const job = this.#newJob(request)
    this.#events.publish(this.#options.log.create(job))
    this.#tryStart(job.id)
    return job
  }

  cancel(id: string): RunnerJob<Kind> | null {
    const job = this.#options.log.find(id)
    if (job === null || isOver(job.state)) return job
    const active = this.#active.get(id)
    if (active === undefined) this.#store(job, CANCELLED)
    else active.run.interrupt(CANCELLED, GRACE_MS)
    return job
  }

  async cancelAllOf(siteId: string, by?: string): Promise<void> {
    this.#leaving.add(siteId)
    const isMeant = (job: RunnerJob<Kind>) =>
      (job.siteId === siteId || this.#wholeOf(job.siteId) === siteId) && job.id !== by
    for (const { id } of this.#options.log.listUnfinished().filter(isMeant)) this.cancel(id)
    const active = [...this.#active.values()].filter(({ job }) => isMeant(job))
    await Promise.all(active.map(({ run }) => run.recorded))
  }

  takeUp(siteId: string): void {
    this.#leaving.delete(siteId)
  }

  recover({ hold } = { hold: false }): void {
    for (const job of this.#options.log.listUnfinished()) {
      if (job.state === 'running' && !this.#active.has(job.id)) this.#record(job, INTERRUPTED)
      if (job.state === 'queued' && hold) this.#held.add(job.id)
    }
    this.#startWaiting()
  }

  subscribe(jobId: string, options?: SubscribeOptions): AsyncIterable<RunnerEvent> {
    return this.#events.subscribe(jobId, options)
  }

  async stop(graceMs = STOP_GRACE_MS): Promise<void> {
    this.#isStopping = true
    const active = [...this.#active.values()]
    for (const { run } of active) run.interrupt(INTERRUPTED, graceMs)
    await Promise.all(active.map(({ run }) => run.recorded))
    this.#events.close()
  }

  #newJob(request: JobRequest<Kind>): RunnerJob<Kind> {
    const at = this.#options.now()
    return {
      id: this.#options.newId(),
      siteId: request.siteId,
      kind: request.kind,
      state: 'queued',
      userId: request.userId,
      input: request.input ?? {},
      message: QUEUED,
      createdAt: at,
      startedAt: null,
      finishedAt: null,
      updatedAt: at,
    }
  }

  #startWaiting(): void {
    if (this.#isStopping || this.#running().length >= this.#options.concurrency) return
    const waiting = this.#options.log.listUnfinished()
    while (this.#running().length < this.#options.concurrency) {
      const ready = waiting.filter((job) => this.#mayStart(job))
      const job = this.#order.next(ready, this.#running())
      if (job === null) return
      this.#start(job)
    }
  }

  #mayStart(job: RunnerJob<Kind>): boolean {
    return job.state === 'queued' && !this.#held.has(job.id) && !this.#isBusy(job)
  }

  /** Jobs that have a place. */
  #running(): RunnerJob<Kind>[] {
    const active = [...this.#active.values()].filter(({ isRecorded }) => !isRecorded)
    return active.map(({ job }) => job)
  }

  #isBusy({ siteId, kind }: RunnerJob<Kind>): boolean {
    return [...this.#active.values()].some(({ job }) => job.siteId === siteId && job.kind === kind)
  }

  #start(job: RunnerJob<Kind>): void {
    // If this cannot be stored, nothing has begun, and the job keeps waiting.
    this.#store(job, { state: 'running', message: STARTED })
    this.#order.started(job)
    const active: Active<Kind> = { job, run: this.#run(job), isRecorded: false }
    this.#active.set(job.id, active)
    void active.run.recorded.then(() => {
      active.isRecorded = true
      this.#tryStart(job.id)
    })
    void active.run.ended.then(() => {
      this.#active.delete(job.id)
      this.#tryStart(job.id)
    })
  }

  // Never throws, because nobody awaits it. After an error, the next job that comes or ends tries again.
  #tryStart(jobId: string): void {
    try {
      this.#startWaiting()
    } catch (error) {
      this.#options.onError?.(error, jobId)
    }
  }

  #run(job: RunnerJob<Kind>): Run {
    return startRun(job, {
      handler: this.#options.handlers[job.kind] ?? noHandler,
      record: (outcome) => this.#record(job, outcome),
      messageOf: (error) => this.#messageOf(error, job.id),
      limitMs: this.#options.limits.jobMs,
      onTimeout: (message) => this.#options.onTimeout?.(job, message),
    })
  }

  #messageOf(error: unknown, jobId: string): string {
    const message = (this.#options.messageOf ?? exposedMessage)(error)
    if (message === null) this.#options.onError?.(error, jobId)
    return message ?? 'Internal error'
  }

  #store({ id }: RunnerJob<Kind>, { state, message }: Outcome): void {
    const event = { jobId: id, state, message, at: this.#options.now() }
    this.#events.publish(this.#options.log.append(event))
  }

  // An event that cannot be stored (a full disk, a deleted site) must not stop the server.
  #record(job: RunnerJob<Kind>, outcome: Outcome): void {
    try {
      this.#store(job, outcome)
    } catch (error) {
      this.#options.onError?.(error, job.id)
      if (!isOver(outcome.state)) return
      // Ends the subscriptions all the same. The number is greater than all stored ones.
      const { state, message } = outcome
      const seq = Number.MAX_SAFE_INTEGER
      this.#events.publish({ jobId: job.id, seq, state, message, at: this.#options.now() })
    }
  }
}

async function noHandler(job: RunnerJob<string>): Promise<void> {
  throw new Error(`no handler for jobs of the kind ${job.kind}`)
}

function exposedMessage(error: unknown): string | null {
  if (error instanceof GalleyError) return error.message
  const isExposed = error instanceof Error && 'expose' in error && error.expose === true
  return isExposed ? error.message : null
}

type Owned = Pick<RunnerJob<string>, 'userId' | 'siteId'>

const itself = (siteId: string) => siteId
