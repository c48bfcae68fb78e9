/**
 * Sites whose disk has failed to make something durable. After such a failure the system may say of
 * the next attempt that all is well though what it lost stays lost, so nothing is built on it: the
 * site can be read, and is written to again after a start, when what stands there is looked at anew.
 *
 * @see src/git/README.md
 */

import { GalleyError } from '../../errors.js'

interface FailedDisks {
  /** Runs what writes to a site. @throws GalleyError `unavailable` once its disk has failed */
  guard<Result>(siteId: string, work: () => Promise<Result>): Promise<Result>
}

const RETRY_SECONDS = 60

export function createFailedDisks(): FailedDisks {
  const failed = new Set<string>()
  return {
    async guard(siteId, work) {
      if (failed.has(siteId)) {
        const message =
          'The disk has failed; the site can be changed again after a restart of the server.'
        throw new GalleyError('unavailable', message, { retryAfter: RETRY_SECONDS })
      }
      try {
        return await work()
      } catch (error) {
        if (isFailedSync(error)) failed.add(siteId)
        throw error
      }
    },
  }
}

/** The floors below wrap the system's own error, as the cause of theirs. */
export function isFailedSync(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return ('syscall' in error && error.syscall === 'fsync') || isFailedSync(error.cause)
}
