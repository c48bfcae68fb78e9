/**
 * Chooses the next job to start (`runner.ts`), so that one user with many jobs does not delay everybody else.
 *
 * The user with the fewest running jobs comes first; among equals, the one whose last job started longest ago.
 * The same then decides between sites. Jobs without a user count for their site.
 */

import type { RunnerJob } from './job.js'

type JobOwner = Pick<RunnerJob<string>, 'userId' | 'siteId'>

interface FairOrder {
  /** The job to start now; `waiting` has the oldest first. Null if all of them belong to users at their limit. */
  next<Job extends JobOwner>(waiting: readonly Job[], running: readonly JobOwner[]): Job | null
  /** To be called for each job that starts. */
  started(job: JobOwner): void
}

/** Most users and sites whose last start is remembered. */
const MAX_REMEMBERED = 10_000

/** @param places jobs that run at the same time; if there are several, no user gets the last one */
export function createFairOrder(places: number): FairOrder {
  const maxPerUser = Math.max(1, places - 1)
  const lastTurns = new Map<string, number>()
  let turn = 0
  const note = (name: string): void => {
    lastTurns.delete(name)
    lastTurns.set(name, turn)
    const [oldest] = lastTurns.keys()
    if (lastTurns.size > MAX_REMEMBERED && oldest !== undefined) lastTurns.delete(oldest)
  }
  /** Numbers to compare in order; the job with the smaller ones starts first. */
  const claimOf = (job: JobOwner, running: readonly JobOwner[]): readonly number[] => {
    const count = (nameOf: (one: JobOwner) => string) =>
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
        if ((claim[0] ?? 0) >= maxPerUser) continue
        if (best !== null && !isBefore(claim, bestClaim)) continue
        best = job
        bestClaim = claim
      }
      return best
    },
    started: (job) => {
      turn += 1
      note(userOf(job))
      note(siteOf(job))
    },
  }
}

function userOf({ userId, siteId }: JobOwner): string {
  return userId === null ? `server ${siteId}` : `user ${userId}`
}

function siteOf({ siteId }: JobOwner): string {
  return `site ${siteId}`
}

function isBefore(claim: readonly number[], other: readonly number[]): boolean {
  const place = claim.findIndex((value, index) => value !== other[index])
  return place >= 0 && (claim[place] ?? 0) < (other[place] ?? 0)
}
