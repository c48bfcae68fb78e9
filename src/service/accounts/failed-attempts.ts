/** How often a secret was guessed wrong lately: a limit on guesses, not on users. */

import { RateLimiterMemory } from 'rate-limiter-flexible'
import { GalleyError } from '../../errors.js'

const WINDOW_SECONDS = 5 * 60

/** What is known of one attempt, before it is known to have failed. */
export interface Attempts {
  /** There were too many failures before: it is not even to be tried. */
  readonly isBlocked: boolean
  /** With this failure there are too many; null while there are not. */
  readonly tooMany: GalleyError | null
}

export interface FailedAttempts {
  /**
   * Counts an attempt as failed, so that many at once can't slip through.
   *
   * @param places what it is counted for, such as an account and an address
   */
  count(places: readonly string[]): Promise<Attempts>
  /** The attempt was right after all. */
  forgive(places: readonly string[]): Promise<void>
}

/** @param most failures allowed in 5 minutes for each place */
export function createFailedAttempts(most: number): FailedAttempts {
  const limiter = new RateLimiterMemory({ points: most, duration: WINDOW_SECONDS })
  return {
    async count(places) {
      const states = await Promise.all(places.map((place) => limiter.penalty(place)))
      const worst = Math.max(...states.map(({ consumedPoints }) => consumedPoints))
      const waitMs = Math.max(...states.map(({ msBeforeNext }) => msBeforeNext))
      return { isBlocked: worst > most + 1, tooMany: worst > most ? tooManyFor(waitMs) : null }
    },
    async forgive(places) {
      await Promise.all(places.map((place) => limiter.reward(place)))
    },
  }
}

function tooManyFor(waitMs: number): GalleyError {
  return new GalleyError('rate_limited', 'Too many failed attempts; try again later.', {
    retryAfter: Math.ceil(waitMs / 1000),
  })
}
