/**
 * Whether addresses lead to this server, as seen some minutes ago at most: who asks often makes the server look no more
 * often, and nobody waits for an address that does not answer.
 */

import { createLimit } from '../../system/parallel.js'
import { requireHere, type Challenges } from './challenges.js'

export interface HereChecks {
  /**
   * What was seen last. Looks again in the background if that is old.
   *
   * @param place where tokens are asked for, without the token
   * @returns null if it was not looked yet
   */
  isHere(place: URL): boolean | null
  /** Looks no more. */
  stop(): void
}

interface Seen {
  readonly isHere: boolean | null
  /** Until when it is not looked again; milliseconds since the Unix epoch. */
  readonly goodUntil: number
}

interface HereChecksNeeds {
  readonly challenges: Challenges
  readonly now: () => number
}

/** Who has changed the DNS wants to see it soon. */
const GOOD_MS = { here: 10 * 60_000, away: 60_000 } as const
/** Looks at the same time, and those that wait. */
const MAX_RUNNING = 4
const MAX_WAITING = 1000
/** Addresses that are remembered. */
const MAX_SEEN = 10_000

export function createHereChecks({ challenges, now }: HereChecksNeeds): HereChecks {
  const seen = new Map<string, Seen>()
  const ending = new AbortController()
  const limit = createLimit(MAX_RUNNING)
  const remember = (key: string, isHere: boolean | null, goodUntil: number): void => {
    seen.delete(key)
    seen.set(key, { isHere, goodUntil })
    const [oldest] = seen.keys()
    if (seen.size > MAX_SEEN && oldest !== undefined) seen.delete(oldest)
  }
  const look = async (place: URL): Promise<void> => {
    if (ending.signal.aborted) return
    const isHere = await requireHere(place, { challenges, signal: ending.signal }).then(
      () => true,
      () => false,
    )
    remember(place.href, isHere, now() + GOOD_MS[isHere ? 'here' : 'away'])
  }
  return {
    isHere: (place) => {
      const key = place.href
      const known = seen.get(key)
      if (known && now() < known.goodUntil) return known.isHere
      if (limit.waiting() < MAX_WAITING && !ending.signal.aborted) {
        // Not again while this one waits or looks.
        remember(key, known?.isHere ?? null, Infinity)
        void limit(() => look(place))
      }
      return known?.isHere ?? null
    },
    stop: () => ending.abort(),
  }
}
