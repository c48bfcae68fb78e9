/** Queues syncs automatically: soon after `main` has moved, and every few minutes. @see src/http/README.md (Jobs) */

import { GalleyError } from '../../errors.js'
import type { Runner } from '../../jobs/runner.js'
import type { JobKind } from '../../model/job.js'
import type { Records } from '../../store/records/records.js'

interface SyncScheduleDependencies {
  readonly records: Pick<Records, 'sites'>
  readonly runner: () => Pick<Runner<JobKind>, 'enqueue'>
  /** True if `main` has commits that the remote may not have. */
  readonly isAhead: (siteId: string) => Promise<boolean>
  /** True while an administrator has to decide: nothing is synced by itself. */
  readonly isWaiting: (siteId: string) => boolean
  /** True while the site moves to another server, and when it has moved: what a sync brings could not be kept. */
  readonly isAway: (siteId: string) => boolean
  readonly onError: (error: unknown, siteId: string) => void
  /** Milliseconds after the first change until the sync is queued; 5,000 if left out. */
  readonly delayMs?: number
  /** Milliseconds between the periodic syncs; 5 minutes if left out. */
  readonly everyMs?: number
}

export interface SyncSchedule {
  /** To be called when `main` of a site has moved. Fast, so it may be called for every site. */
  changed(siteId: string): void
  /** Starts the periodic syncs. */
  start(): void
  stop(): void
}

const DELAY_MS = 5_000
const EVERY_MS = 5 * 60_000

export function createSyncSchedule(dependencies: SyncScheduleDependencies): SyncSchedule {
  const { records, runner, isAhead, isWaiting, isAway, onError } = dependencies
  const waiting = new Map<string, NodeJS.Timeout>()
  let periodic: NodeJS.Timeout | undefined
  const enqueue = (siteId: string): void => {
    try {
      runner().enqueue({ siteId, kind: 'sync', userId: null })
    } catch (error) {
      // The server is stopping; the next start syncs.
      if (!(error instanceof GalleyError && error.code === 'unavailable')) onError(error, siteId)
    }
  }
  const isOn = (siteId: string) =>
    records.sites.find(siteId)?.sync === 'githost' && !isWaiting(siteId) && !isAway(siteId)
  const look = async (siteId: string): Promise<void> => {
    waiting.delete(siteId)
    try {
      if (isOn(siteId) && (await isAhead(siteId))) enqueue(siteId)
    } catch (error) {
      onError(error, siteId)
    }
  }
  return {
    changed(siteId) {
      // Later changes do not delay the sync; it takes them along.
      if (waiting.has(siteId) || !isOn(siteId)) return
      const timer = setTimeout(() => void look(siteId), dependencies.delayMs ?? DELAY_MS)
      waiting.set(siteId, timer.unref())
    },
    start() {
      const all = () => {
        for (const siteId of records.sites.listIds()) {
          try {
            if (isOn(siteId)) enqueue(siteId)
          } catch (error) {
            // A record that cannot be read must not stop the syncs of other sites.
            onError(error, siteId)
          }
        }
      }
      periodic = setInterval(all, dependencies.everyMs ?? EVERY_MS).unref()
    },
    stop() {
      clearInterval(periodic)
      for (const timer of waiting.values()) clearTimeout(timer)
      waiting.clear()
    },
  }
}
