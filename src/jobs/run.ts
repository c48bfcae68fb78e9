/** One job that runs: its signal, its reports, its end. */

import type { JobHandler, RunnerJob, RunState } from './job.js'
import { throttle } from './throttle.js'

/** How a job ends. */
export interface Outcome {
  readonly state: Exclude<RunState, 'queued'>
  readonly message: string
}

/** What a run needs from its runner. */
interface RunOptions<Kind extends string> {
  readonly handler: JobHandler<Kind>
  /** Stores and tells; must not throw. */
  readonly record: (outcome: Outcome) => void
  /** What a failure says to people. */
  readonly messageOf: (error: unknown) => string
  readonly limitMs: number
}

/** A run that has been started. */
export interface Run {
  /** Settles when the handler has really ended, however late; never rejects. */
  readonly ended: Promise<void>
  /** Settles when the final event is recorded; never rejects. */
  readonly isRecorded: Promise<void>
  /**
   * Aborts the handler. When it has not ended after `graceMs`, the outcome is recorded without it;
   * when it fails before, the outcome is recorded too; when it succeeds before, the job is complete.
   */
  interrupt(outcome: Outcome, graceMs: number): void
}

/** Least time between two events of a job: ten a second. */
const REPORT_INTERVAL_MS = 100

/** What a handler that ignores its signal is given, so that the final event comes within two seconds. */
export const GRACE_MS = 1500

/** Runs the handler; records its reports and exactly one final event. */
export function startRun<Kind extends string>(
  job: RunnerJob<Kind>,
  options: RunOptions<Kind>,
): Run {
  const { record } = options
  const controller = new AbortController()
  const reports = throttle((message) => record({ state: 'running', message }), REPORT_INTERVAL_MS)
  const final = createFinal((outcome) => {
    reports.flush()
    reports.stop()
    record(outcome)
  })
  const interrupt = (outcome: Outcome, graceMs: number) => {
    final.expect(outcome, graceMs)
    controller.abort(new Error(outcome.message))
  }
  const limit = setTimeout(() => interrupt(timedOut(options.limitMs), GRACE_MS), options.limitMs)
  limit.unref()
  const context = { report: (message: string) => reports.call(message), signal: controller.signal }
  // What a handler throws once it is interrupted is no news: the final event says why it ended.
  const messageOf = (error: unknown) =>
    controller.signal.aborted ? 'Interrupted' : options.messageOf(error)
  const ended = outcomeOf(() => options.handler(job, context), messageOf).then((outcome) => {
    clearTimeout(limit)
    final.settle(outcome)
  })
  return { ended, isRecorded: final.isSettled, interrupt }
}

interface Final {
  /** Settles by itself after a while. */
  expect(outcome: Outcome, graceMs: number): void
  /** The first call counts. A failure reads as what was expected, if anything was. */
  settle(outcome: Outcome): void
  readonly isSettled: Promise<void>
}

function createFinal(record: (outcome: Outcome) => void): Final {
  let isOver = false
  let expected: Outcome | null = null
  let timer: NodeJS.Timeout | null = null
  let resolveSettled: () => void = () => {}
  const isSettled = new Promise<void>((resolve) => (resolveSettled = resolve))
  const settle = (outcome: Outcome) => {
    if (isOver) return
    isOver = true
    if (timer !== null) clearTimeout(timer)
    record(outcome.state === 'failed' && expected !== null ? expected : outcome)
    resolveSettled()
  }
  return {
    isSettled,
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
