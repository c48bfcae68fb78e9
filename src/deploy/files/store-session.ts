/**
 * A store opened for one deployment: each step tried again where that may help, each failure a sentence
 * without secrets.
 */

import { setMaxListeners } from 'node:events'
import { DeployError, explain } from '../network/deploy-error.js'
import type { FileStore, OpenStore } from './file-store.js'
import { retry, type RetryPolicy } from '../network/retry.js'

/** How a store is used: patience, what must never be shown, and what to call the target. */
export interface SessionOptions {
  readonly retries: RetryPolicy
  readonly secrets: readonly string[]
  /** For people: `ftp.example.org`. */
  readonly target: string
}

/** A store opened for one deployment, with the one way to use it. */
export interface StoreSession {
  readonly store: FileStore
  readonly signal: AbortSignal
  /**
   * Runs one step, again where its failure is transient.
   *
   * @param doing completes "Could not …"
   * @throws DeployError a whole sentence
   */
  readonly attempt: <T>(doing: string, work: (attempt: number) => Promise<T>) => Promise<T>
}

const CLOSING_MS = 1000

/** Opens a store, runs `work` with it and closes it, whatever happens. */
export async function withStore<T>(
  open: OpenStore,
  options: SessionOptions & { readonly signal: AbortSignal },
  work: (session: StoreSession) => Promise<T>,
): Promise<T> {
  const { retries, secrets, target } = options
  // A signal of its own: every request under way listens to it.
  const signal = AbortSignal.any([options.signal])
  setMaxListeners(0, signal)
  const attempt: StoreSession['attempt'] = async (doing, step) => {
    try {
      return await retry(retries, signal, step)
    } catch (error) {
      throw explain(doing, error, secrets)
    }
  }
  const store = await attempt(`connect to ${target}`, () => open(signal))
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
