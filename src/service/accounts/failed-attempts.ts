/**
 * How often a secret was guessed wrong lately: a limit on guesses, not on users. Kept over restarts,
 * and bounded: names that somebody makes up are not counted once their address has used up its tries.
 */

import { createHash } from 'node:crypto'
import { GalleyError } from '../../errors.js'
import type { AttemptCounts } from '../../store/records/attempts.js'

const WINDOW_MS = 5 * 60_000

/** What attempts are counted for, such as an address or an account. */
export interface FailureCounter {
  readonly name: string
  /** How many times the failures of others it may have; 1 when left out. */
  readonly times?: number
}

/** What is known of one attempt, before it is known to have failed. */
interface Attempts {
  /** There were too many failures before: it is not even to be tried. */
  readonly isBlocked: boolean
  /** With this failure there are too many; null while there are not. */
  readonly tooMany: GalleyError | null
}

export interface FailedAttempts {
  /**
   * Counts an attempt as failed, so that many at once can't slip through. A place that has too many
   * blocks the attempt, which is then not counted for those after it.
   */
  count(places: readonly FailureCounter[]): Attempts
  /** The attempt was right after all. */
  forgive(places: readonly FailureCounter[]): void
}

interface FailedAttemptsOptions {
  readonly counts: AttemptCounts
  readonly now: () => number
  /** Failures allowed in 5 minutes for each place. */
  readonly most: number
}

export function createFailedAttempts({ counts, now, most }: FailedAttemptsOptions): FailedAttempts {
  return {
    count(places) {
      let tooMany: GalleyError | null = null
      for (const { name, times = 1 } of places) {
        const at = now()
        const place = keyOf(name)
        const before = counts.find(place, at)?.failures ?? 0
        const { failures, until } = counts.add({ place, now: at, windowMs: WINDOW_MS })
        if (failures > most * times) tooMany ??= tooManyFor(until - at)
        if (before > most * times) return { isBlocked: true, tooMany }
      }
      return { isBlocked: false, tooMany }
    },
    forgive(places) {
      for (const { name } of places) counts.take(keyOf(name))
    },
  }
}

/** As long for each name, and no list of who has tried to log in. */
function keyOf(name: string): string {
  return createHash('sha256').update(name).digest('base64url').slice(0, 22)
}

function tooManyFor(waitMs: number): GalleyError {
  return new GalleyError('rate_limited', 'Too many failed attempts; try again later.', {
    retryAfter: Math.ceil(waitMs / 1000),
  })
}
