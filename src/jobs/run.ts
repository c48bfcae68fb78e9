/** Runs one job: gives its handler a signal, records its reports and its final event. */

import type { JobHandler, RunnerJob, RunState } from './job.js'

/** State and message of an event. */
export interface Outcome {
  readonly state: Exclude<RunState, 'queued'>
  readonly message: string
}

/** What a run needs from its runner. */
interface RunOptions<Kind extends string> {
  readonly handler: JobHandler<Kind>
  /** Stores and publishes an event; must not throw. */
  readonly record: (outcome: Outcome) => void
  /** The message for users of an error that the handler threw. */
  readonly messageOf: (error: unknown) => string
  readonly limitMs: number
  /** Called with a sentence when the limit is over. */
  readonly onTimeout: (message: string) => void
}

/** A run that has been started. */
export interface Run {
  /** Resolves when the handler has ended, however late; never rejects. */
  readonly ended: Promise<void>
  /** Resolves when the final event is recorded; never rejects. */
  readonly recorded: Promise<void>
  /**
   * Aborts the handler. If the handler returns within `graceMs`, the job is complete. If it fails or has not ended by
   * then, `outcome` is recorded.
   */
  interrupt(outcome: Outcome, graceMs: number): void
}

/** Shortest time between two reports of a job. */
const REPORT_INTERVAL_MS = 100

/** Time for a handler to end after its signal, so that the final event comes within two seconds. */
export const GRACE_MS = 1500

/** Runs the handler; records its reports and exactly one final event. */
export function startRun<Kind extends string>(
  job: RunnerJob<Kind>,
  options: RunOptions<Kind>,
): Run {
  const { record } = options
  const controller = new AbortController()
  const reports = throttle((message) => record({ state: 'running', message }), REPORT_INTERVAL_MS)
  const final = createFinalEvent((outcome) => {
    reports.flush()
    reports.stop()
    record(outcome)
  })
  const interrupt = (outcome: Outcome, graceMs: number) => {
    final.expect(outcome, graceMs)
    controller.abort(new Error(outcome.message))
  }
  const limit = setTimeout(() => {
    const outcome = timedOut(options.limitMs)
    interrupt(outcome, GRACE_MS)
    options.onTimeout(outcome.message)
  }, options.limitMs)
  limit.unref()
  const context = { report: (message: string) => reports.call(message), signal: controller.signal }
  // After an interruption, the error of the handler does not matter: the final event has the reason.
  const messageOf = (error: unknown) =>
    controller.signal.aborted ? 'Interrupted' : options.messageOf(error)
  const ended = outcomeOf(() => options.handler(job, context), messageOf).then((outcome) => {
    clearTimeout(limit)
    final.settle(outcome)
  })
  return { ended, recorded: final.settled, interrupt }
}

/** Records exactly one final event. */
interface FinalEvent {
  /** Records this outcome after `graceMs`, if nothing else has been recorded by then. */
  expect(outcome: Outcome, graceMs: number): void
  /** Records an outcome; only the first call counts. Replaces a failure by the expected outcome, if there is one. */
  settle(outcome: Outcome): void
  readonly settled: Promise<void>
}

function createFinalEvent(record: (outcome: Outcome) => void): FinalEvent {
  let isOver = false
  let expected: Outcome | null = null
  let timer: NodeJS.Timeout | null = null
  let resolveSettled: () => void = () => {}
  const settled = new Promise<void>((resolve) => (resolveSettled = resolve))
  const settle = (outcome: Outcome) => {
    if (isOver) return
    isOver = true
    if (timer !== null) clearTimeout(timer)
    record(outcome.state === 'failed' && expected !== null ? expected : outcome)
    resolveSettled()
  }
  return {
    settled,
    settle,
    expect: (outcome, graceMs) => {
      if (isOver || expected !== null) return
      expected = outcome
      timer = setTimeout(() => settle(outcome), graceMs)
    },
  }
}

async function outcomeOf(
  run: () => Promise<void>,
  messageOf: (error: unknown) => string,
): Promise<Outcome> {
  try {
    await run()
    return { state: 'complete', message: 'Done' }
  } catch (error) {
    return { state: 'failed', message: messageOf(error) }
  }
}

function timedOut(limitMs: number): Outcome {
  const minutes = Math.round(limitMs / 60_000)
  const limit = minutes > 0 ? `${minutes} minutes` : `${limitMs} ms`
  return { state: 'failed', message: `Stopped after ${limit}, the limit of a job` }
}

/** A throttled function. */
interface Throttle {
  call(message: string): void
  /** Passes on the waiting message now. */
  flush(): void
  /** Drops the waiting message and ignores later calls. */
  stop(): void
}

/**
 * Limits the rate of messages: of many in a short time, passes on the first and the last one.
 *
 * @param intervalMs shortest time between two messages that are passed on
 */
function throttle(pass: (message: string) => void, intervalMs: number): Throttle {
  let waiting: string | null = null
  let timer: NodeJS.Timeout | null = null
  let isStopped = false
  const flush = () => {
    const message = waiting
    waiting = null
    if (message !== null) pass(message)
  }
  const rest = () => {
    timer = setTimeout(() => {
      timer = null
      if (waiting === null) return
      flush()
      rest()
    }, intervalMs)
    timer.unref()
  }
  return {
    call: (message) => {
      if (isStopped) return
      waiting = message
      if (timer !== null) return
      flush()
      rest()
    },
    flush,
    stop: () => {
      isStopped = true
      waiting = null
      if (timer !== null) clearTimeout(timer)
      timer = null
    },
  }
}
