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
import { createFairOrder } from '../../system/fair-order.js'

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
  /** Resolves when nothing is running for the site. */
  idle(siteId: string): Promise<void>
}

interface Waiting extends RenderCaller {
  readonly begin: () => void
  readonly refuse: (error: unknown) => void
}

/** @param limit requests that run at the same time, for all sites */
export function createRenderQueue(limit: number): RenderQueue {
  /** Oldest first. */
  const waiting = new Set<Waiting>()
  /** By site. */
  const running = new Map<string, RenderCaller>()
  const whenIdle = new Map<string, (() => void)[]>()
  const order = createFairOrder<RenderCaller>(limit, ({ userId, siteId }) => ({
    asker: userId,
    key: siteId,
  }))
  const end = (siteId: string) => {
    running.delete(siteId)
    for (const resolve of whenIdle.get(siteId) ?? []) resolve()
    whenIdle.delete(siteId)
    pump()
  }
  const pump = (): void => {
    while (running.size < limit) {
      const free = [...waiting].filter(({ siteId }) => !running.has(siteId))
      const next = order.next(free, [...running.values()])
      if (next === null) return
      waiting.delete(next)
      running.set(next.siteId, next)
      order.started(next)
      next.begin()
    }
  }
  return {
    take: (caller, signal) =>
      new Promise((resolve, reject) => {
        if (signal.aborted) throw requestAborted()
        const older = [...waiting].find((one) => isSame(one, caller))
        older?.refuse(replaced())
        if (isFull(waiting, caller)) throw tooMany()
        const settle = () => {
          waiting.delete(request)
          signal.removeEventListener('abort', onAbort)
        }
        const onAbort = () => request.refuse(requestAborted())
        const request: Waiting = {
          ...caller,
          begin: () => {
            settle()
            resolve(() => end(caller.siteId))
          },
          refuse: (error) => {
            settle()
            reject(error)
          },
        }
        signal.addEventListener('abort', onAbort, { once: true })
        waiting.add(request)
        pump()
      }),
    idle: async (siteId) => {
      if (!running.has(siteId)) return
      await new Promise<void>((resolve) => {
        whenIdle.set(siteId, [...(whenIdle.get(siteId) ?? []), resolve])
      })
    },
  }
}

function isSame(one: RenderCaller, other: RenderCaller): boolean {
  return one.siteId === other.siteId && one.userId === other.userId && one.page === other.page
}

function isFull(waiting: ReadonlySet<RenderCaller>, { siteId, userId }: RenderCaller): boolean {
  const all = [...waiting]
  return (
    all.length >= MAX_RENDERS_WAITING ||
    all.filter((one) => one.siteId === siteId).length >= MAX_RENDERS_WAITING_OF_SITE ||
    all.filter((one) => one.userId === userId).length >= MAX_RENDERS_WAITING_OF_USER
  )
}

function replaced(): GalleyError {
  return new GalleyError('conflict', 'A newer request of yours has replaced this one.')
}

function tooMany(): GalleyError {
  return overloaded('Too many pages are waiting to be rendered; try again.', 1)
}
