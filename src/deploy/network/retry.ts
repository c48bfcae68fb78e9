/** Retries a step if its failure is transient, after growing pauses. */

import { setTimeout as sleep } from 'node:timers/promises'
import { asDeployError, cancelled } from './deploy-error.js'

/** How often to try, and how long to wait. */
export interface RetryPolicy {
  /** Attempts in all, at least 1. */
  readonly attempts: number
  /** Milliseconds before the second attempt; doubled before each further one, at most 10 s. */
  readonly delay: number
}

export const patientRetries: RetryPolicy = { attempts: 5, delay: 400 }

/**
 * Runs `work` until it succeeds, as long as its failures are transient.
 *
 * @param work gets the number of the attempt, from 1
 * @throws DeployError the last failure as a clause; `cancelled` once the signal is aborted
 */
export async function retry<T>(
  policy: RetryPolicy,
  signal: AbortSignal,
  work: (attempt: number) => Promise<T>,
): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await unlessAborted(signal, () => work(attempt))
    } catch (error) {
      const failure = asDeployError(error)
      if (signal.aborted) throw cancelled()
      if (!failure.transient || attempt >= policy.attempts) throw failure
    }
    await pause(Math.min(policy.delay * 2 ** (attempt - 1), 10_000), signal)
  }
}

async function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  try {
    await sleep(milliseconds, undefined, { signal })
  } catch {
    throw cancelled()
  }
}

/**
 * The result of `work`; or `cancelled` as soon as the signal is aborted, even if `work` itself never ends (a frozen
 * server).
 */
async function unlessAborted<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  if (signal.aborted) throw cancelled()
  let stop = (): void => undefined
  const aborted = new Promise<never>((_resolve, reject) => {
    stop = () => reject(cancelled())
    signal.addEventListener('abort', stop, { once: true })
  })
  try {
    return await Promise.race([work(), aborted])
  } finally {
    signal.removeEventListener('abort', stop)
  }
}
