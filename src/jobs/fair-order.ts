/**
 * Whose turn it is: the next job is of whoever has the fewest running, and of those, of whoever has
 * waited longest for a turn. What the server does by itself counts for its site.
 */

import type { RunnerJob } from './job.js'

type Asked = Pick<RunnerJob<string>, 'userId' | 'siteId'>

interface FairOrder {
  /** The job of those that wait, oldest first, that is to start now; null for none. */
  next<Job extends Asked>(waiting: readonly Job[], running: readonly Asked[]): Job | null
  /** A job starts. */
  took(job: Asked): void
}

/** So many users and sites are remembered by their last turn. */
const MOST = 10_000

/** @param places how many jobs run at once; no user takes the last one of several */
export function createFairOrder(places: number): FairOrder {
  const most = Math.max(1, places - 1)
  const lastTurns = new Map<string, number>()
  let turn = 0
  const note = (name: string): void => {
    lastTurns.delete(name)
    lastTurns.set(name, turn)
    const [oldest] = lastTurns.keys()
    if (lastTurns.size > MOST && oldest !== undefined) lastTurns.delete(oldest)
  }
  /** What is compared, in order: less comes first. */
  const claimOf = (job: Asked, running: readonly Asked[]): readonly number[] => {
    const count = (nameOf: (one: Asked) => string) =>
      running.filter((one) => nameOf(one) === nameOf(job)).length
    const last = (name: string) => lastTurns.get(name) ?? 0
    return [count(userOf), last(userOf(job)), count(siteOf), last(siteOf(job))]
  }
  return {
    next: (waiting, running) => {
      let best: (typeof waiting)[number] | null = null
      let bestClaim: readonly number[] = []
      for (const job of waiting) {
        const claim = claimOf(job, running)
        if ((claim[0] ?? 0) >= most) continue
        if (best !== null && !isBefore(claim, bestClaim)) continue
        best = job
        bestClaim = claim
      }
      return best
    },
    took: (job) => {
      turn += 1
      note(userOf(job))
      note(siteOf(job))
    },
  }
}

function userOf({ userId, siteId }: Asked): string {
  return userId === null ? `server ${siteId}` : `user ${userId}`
}

function siteOf({ siteId }: Asked): string {
  return `site ${siteId}`
}

function isBefore(claim: readonly number[], other: readonly number[]): boolean {
  const place = claim.findIndex((value, index) => value !== other[index])
  return place >= 0 && (claim[place] ?? 0) < (other[place] ?? 0)
}
