/**
 * How much memory the bodies of requests take, by who sends them: each has a limit of its own, but a client can
 * have many on their way, and finish none.
 *
 * @see src/http/README.md (Limits of what a request may hold)
 */

import { overloaded, type GalleyError } from '../../errors.js'

/** Bytes of bodies that are in memory at the same time. */
interface HeldLimits {
  /** Of one user. */
  readonly ofOne: number
  readonly inAll: number
}

/** What one request holds. */
export interface HeldBody {
  /** @throws GalleyError `unavailable` when it is too much beside what others hold */
  add(bytes: number): void
  release(): void
}

interface HeldBodies {
  /** @param asker id of a user */
  open(asker: string): HeldBody
}

/** Of every body so much is free: short ones are never refused, and all connections together hold little of them. */
const FREE_BYTES = 64 * 1024

export function createHeldBodies({ ofOne, inAll }: HeldLimits): HeldBodies {
  const held = new Map<string, number>()
  let all = 0
  const change = (asker: string, by: number): void => {
    const now = (held.get(asker) ?? 0) + by
    if (now > 0) held.set(asker, now)
    else held.delete(asker)
    all += by
  }
  return {
    open(asker) {
      let [bytes, counted] = [0, 0]
      return {
        add(more) {
          bytes += more
          const by = Math.max(0, bytes - FREE_BYTES) - counted
          if ((held.get(asker) ?? 0) + by > ofOne) throw tooMany('Your')
          if (all + by > inAll) throw tooMany('All')
          counted += by
          change(asker, by)
        },
        release() {
          change(asker, -counted)
          counted = 0
        },
      }
    },
  }
}

function tooMany(whose: string): GalleyError {
  const message = `${whose} running requests have too much data in their bodies; try again when some of them have ended.`
  return overloaded(message, 1)
}
