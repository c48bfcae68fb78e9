/**
 * Runs the steps of one deployment on a store: retries where that may help, and turns errors into sentences without
 * secrets.
 */

import { setMaxListeners } from 'node:events'
import { DeployError, explain } from '../network/deploy-error.js'
import type { FileStore, OpenStore } from './file-store.js'
import { type Pace, paced, type ReadingPace, slowestPace, slowestReading } from './pace.js'
import { retry, type RetryPolicy } from '../network/retry.js'

/** Retries, secrets that no message may contain, and the name of the target. */
export interface SessionOptions {
  readonly retries: RetryPolicy
  readonly secrets: readonly string[]
  /** For people: `ftp.example.org`. */
  readonly target: string
  /** How slow the target may be; the ordinary unless given. */
  readonly pace?: Pace
  readonly readingPace?: ReadingPace
}

/** A store opened for one deployment. */
export interface StoreSession {
  readonly store: FileStore
  readonly signal: AbortSignal
  /**
   * Runs one step, and retries it if the failure is transient.
   *
   * @param doing completes "Could not …"
   * @throws DeployError with a full sentence
   */
  readonly attempt: <T>(doing: string, work: (attempt: number) => Promise<T>) => Promise<T>
}

const CLOSING_MS = 1000

/** Opens a store, runs `work` and always closes the store. */
export async function withStore<T>(
  open: OpenStore,
  options: SessionOptions & { readonly signal: AbortSignal },
  work: (session: StoreSession) => Promise<T>,
): Promise<T> {
  const { retries, secrets, target } = options
  // Every pending request listens to this signal.
  const signal = AbortSignal.any([options.signal])
  setMaxListeners(0, signal)
  const attempt: StoreSession['attempt'] = async (doing, step) => {
    try {
      return await retry(retries, signal, step)
    } catch (error) {
      throw explain(doing, error, secrets)
    }
  }
  const { pace = slowestPace, readingPace = slowestReading } = options
  const store = paced(await attempt(`connect to ${target}`, () => open(signal)), pace, readingPace)
  try {
    return await work({ store, signal, attempt })
  } catch (error) {
    throw error instanceof DeployError ? error : explain(`deploy to ${target}`, error, secrets)
  } finally {
    await closeSoon(store)
  }
}

async function closeSoon(store: FileStore): Promise<void> {
  const late = new Promise<void>((resolve) => setTimeout(resolve, CLOSING_MS).unref())
  await Promise.race([store.close(), late])
}
