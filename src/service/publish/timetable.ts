/**
 * Publishes sites by themselves when the date of a text comes, or one expires: one timer for the server, which asks the
 * index. Only what is published already is published again, and not after a rollback, which somebody wanted so.
 *
 * @see src/http/README.md (Content)
 */

import { GalleyError } from '../../errors.js'
import type { Runner } from '../../jobs/runner.js'
import type { JobKind } from '../../model/job.js'
import type { SiteIndex } from '../../store/index/site-index.js'
import type { Records } from '../../store/records/records.js'
import { forEachYielding } from '../../system/yielding.js'
import type { ReadOnly } from '../branch/read-only.js'
import type { Releases } from './releases.js'

interface TimetableDependencies {
  readonly records: Pick<Records, 'sites' | 'releases'>
  readonly index: Pick<SiteIndex, 'nextMoment'>
  readonly releases: Pick<Releases, 'current'>
  readonly runner: () => Pick<Runner<JobKind>, 'enqueue'>
  /** What is due while a site moves to another server, or has moved, waits until that ends. */
  readonly readOnly: Pick<ReadOnly, 'find'>
  /** Milliseconds since the Unix epoch. */
  readonly now: () => number
  readonly onError: (error: unknown, siteId: string) => void
}

export interface Timetable {
  /** To be called when `main` of a site has moved and is indexed. Fast, so it may be called for every site. */
  changed(siteId: string): void
  /** Reads the moments of all sites, also those that passed while no server ran, and starts the timer. */
  start(): void
  /** Queues what is due. */
  look(): Promise<void>
  /** Forgets a site that is being deleted. */
  forget(siteId: string): void
  stop(): void
}

/** The longest time between two looks: clocks are set, and machines sleep. */
const EVERY_MS = 60_000

export function createTimetable(dependencies: TimetableDependencies): Timetable {
  const { records, index, readOnly, now, onError } = dependencies
  const isAway = (siteId: string) => readOnly.find(siteId) !== null
  /** Until when the moments of a site have been seen to. */
  const seen = new Map<string, number>()
  /** The next moment of each site that has one. */
  const next = new Map<string, number>()
  const timer: { waiting?: NodeJS.Timeout; isOn: boolean } = { isOn: false }
  const note = (siteId: string): void => {
    try {
      // A clock that was ahead must not keep what comes from being seen to.
      const after = Math.min(seen.get(siteId) ?? lastPublish(dependencies, siteId), now())
      seen.set(siteId, after)
      const moment = index.nextMoment(siteId, after)
      if (moment === null) next.delete(siteId)
      else next.set(siteId, moment)
    } catch (error) {
      onError(error, siteId)
    }
  }
  const arm = (): void => {
    if (!timer.isOn) return
    clearTimeout(timer.waiting)
    const soonest = [...next].reduce(
      // One that is away is looked at again with the others.
      (least, [siteId, at]) => (at < least && !isAway(siteId) ? at : least),
      Number.POSITIVE_INFINITY,
    )
    const wait = Math.min(EVERY_MS, Math.max(0, soonest - now()))
    timer.waiting = setTimeout(() => void look(), wait).unref()
  }
  let lookedAt = 0
  const look = async (): Promise<void> => {
    const moment = now()
    if (moment < lookedAt) for (const siteId of seen.keys()) note(siteId)
    lookedAt = moment
    const due = [...next].flatMap(([siteId, at]) => (at <= moment && !isAway(siteId) ? siteId : []))
    for (const siteId of due) {
      seen.set(siteId, moment)
      note(siteId)
      await publishAgain(dependencies, siteId)
    }
    arm()
  }
  return {
    look,
    changed(siteId) {
      note(siteId)
      arm()
    },
    start() {
      timer.isOn = true
      void forEachYielding(records.sites.listIds(), note).then(look)
    },
    forget(siteId) {
      seen.delete(siteId)
      next.delete(siteId)
    },
    stop() {
      timer.isOn = false
      clearTimeout(timer.waiting)
    },
  }
}

/** When the site was last published, in milliseconds since the Unix epoch; for one that never was, now. */
function lastPublish({ records, now }: TimetableDependencies, siteId: string): number {
  return records.releases.list(siteId, 'live')[0]?.createdAt ?? now()
}

async function publishAgain(
  { records, releases, runner, onError }: TimetableDependencies,
  siteId: string,
): Promise<void> {
  try {
    const live = await releases.current(siteId, 'live')
    const [newest] = records.releases.list(siteId, 'live')
    if (live === null || live.id !== newest?.id) return
    runner().enqueue({ siteId, kind: 'publish', userId: null })
  } catch (error) {
    // The server is stopping; the next start sees to it.
    if (!(error instanceof GalleyError && error.code === 'unavailable')) onError(error, siteId)
  }
}
