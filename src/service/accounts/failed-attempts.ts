/**
 * Counts failed attempts to guess a secret. Counts survive restarts. Their number is limited: invented names are not
 * counted once their address is blocked.
 */

import { createHash } from 'node:crypto'
import { GalleyError } from '../../errors.js'
import type { AttemptCounts } from '../../store/records/attempts.js'

const WINDOW_MS = 5 * 60_000

/** A counter, for example of an address or an account. */
export interface FailureCounter {
  readonly name: string
  /** Factor for the limit; 1 if left out. */
  readonly times?: number
}

/** The state before an attempt is checked. */
interface Attempts {
  /** There were too many failures; do not check the secret. */
  readonly isBlocked: boolean
  /** The error if this failure exceeds the limit; else null. */
  readonly tooMany: GalleyError | null
}

export interface FailedAttempts {
  /**
   * Counts an attempt as failed in advance, so that parallel attempts cannot exceed the limit. If one counter blocks
   * the attempt, the following ones do not count it.
   */
  count(places: readonly FailureCounter[]): Attempts
  /** Takes the failure back, because the attempt succeeded. */
  forgive(places: readonly FailureCounter[]): void
}

interface FailedAttemptsOptions {
  readonly counts: AttemptCounts
  readonly now: () => number
  /** Failures per counter in a window. */
  readonly most: () => number
  /** 5 minutes if left out. */
  readonly windowMs?: number
  /** Of the error. */
  readonly message?: string
}

export function createFailedAttempts({
  counts,
  now,
  most,
  windowMs = WINDOW_MS,
  message = 'Too many failed attempts; try again later.',
}: FailedAttemptsOptions): FailedAttempts {
  return {
    count(places) {
      let tooMany: GalleyError | null = null
      for (const { name, times = 1 } of places) {
        const at = now()
        const place = keyOf(name)
        const before = counts.find(place, at)?.failures ?? 0
        const limit = most() * times
        const { failures, until } = counts.add({ place, now: at, windowMs })
        if (failures > limit) tooMany ??= tooManyFor(until - at, message)
        if (before > limit) return { isBlocked: true, tooMany }
      }
      return { isBlocked: false, tooMany }
    },
    forgive(places) {
      for (const { name } of places) counts.take(keyOf(name))
    },
  }
}

/** A digest: of fixed length, and the database has no list of names that were tried. */
function keyOf(name: string): string {
  return createHash('sha256').update(name).digest('base64url').slice(0, 22)
}

function tooManyFor(waitMs: number, message: string): GalleyError {
  return new GalleyError('rate_limited', message, { retryAfter: Math.ceil(waitMs / 1000) })
}
