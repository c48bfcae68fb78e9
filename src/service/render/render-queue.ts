/**
 * Queues requests for rendered pages: one at a time per site, a limited number in all, and only the newest waiting
 * request of each caller. Users take turns, then sites.
 */

import { GalleyError, requestAborted, overloaded } from '../../errors.js'
import {
  MAX_RENDERS_WAITING,
  MAX_RENDERS_WAITING_OF_SITE,
  MAX_RENDERS_WAITING_OF_USER,
} from '../../model/limits.js'
import { createQueue } from '../../system/queue.js'

/** Who requests which page of which site. */
export interface RenderCaller {
  readonly siteId: string
  /** The user; `server` for the server itself. */
  readonly userId: string
  /** Identifies the page; a newer request of the same user for it replaces this one. */
  readonly page: string
}

interface RenderQueue {
  /**
   * Waits for a turn. Call the returned function when done.
   *
   * @throws GalleyError `conflict` if it was replaced; `unavailable` if too many wait, or if the signal is aborted
   */
  take(caller: RenderCaller, signal: AbortSignal): Promise<() => void>
}

/** @param limit requests that run at the same time, for all sites */
export function createRenderQueue(limit: number): RenderQueue {
  const queue = createQueue({
    places: limit,
    // If there are several, no user gets the last one.
    placesOfOne: Math.max(1, limit - 1),
    placesOfKey: 1,
    maxWaiting: MAX_RENDERS_WAITING,
    maxWaitingOfOne: MAX_RENDERS_WAITING_OF_USER,
    maxWaitingOfKey: MAX_RENDERS_WAITING_OF_SITE,
    refuse: () => overloaded('Too many pages are waiting to be rendered; try again.', 1),
  })
  /** By caller. */
  const waiting = new Map<string, AbortController>()
  return {
    async take({ siteId, userId, page }, signal) {
      if (signal.aborted) throw requestAborted()
      const caller = JSON.stringify([siteId, userId, page])
      waiting.get(caller)?.abort(replaced())
      const wait = new AbortController()
      const giveUp = () => wait.abort(requestAborted())
      waiting.set(caller, wait)
      signal.addEventListener('abort', giveUp, { once: true })
      try {
        return await queue.enter({ asker: userId, key: siteId }, wait.signal)
      } finally {
        signal.removeEventListener('abort', giveUp)
        if (waiting.get(caller) === wait) waiting.delete(caller)
      }
    },
  }
}

function replaced(): GalleyError {
  return new GalleyError('conflict', 'A newer request of yours has replaced this one.')
}
