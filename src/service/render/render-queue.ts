/**
 * Queues requests for rendered pages: one at a time per site, a limited number in all, and only the newest waiting
 * request of each caller.
 */

import { GalleyError, requestAborted, overloaded } from '../../errors.js'

interface RenderQueue {
  /**
   * Waits for a turn. Call the returned function when done.
   *
   * @param caller identifies who requests which page; a newer request of the same caller replaces this one
   * @throws GalleyError `conflict` if it was replaced; `unavailable` if too many wait, or if the signal is aborted
   */
  take(siteId: string, caller: string, signal: AbortSignal): Promise<() => void>
  /** Resolves when nothing is running for the site. */
  idle(siteId: string): Promise<void>
}

interface Waiting {
  readonly begin: () => void
  readonly refuse: (error: unknown) => void
}

interface Line {
  isBusy: boolean
  readonly waiting: Map<string, Waiting>
  readonly idle: (() => void)[]
}

/** Most waiting requests per site. */
const MAX_WAITING = 50

/** @param limit requests that run at the same time, for all sites */
export function createRenderQueue(limit: number): RenderQueue {
  const lines = new Map<string, Line>()
  let running = 0
  const end = (siteId: string, line: Line) => {
    running -= 1
    line.isBusy = false
    for (const resolve of line.idle.splice(0)) resolve()
    // At the end of the queue, so that every site has its turn.
    lines.delete(siteId)
    if (line.waiting.size > 0) lines.set(siteId, line)
    pump()
  }
  const pump = (): void => {
    for (const line of lines.values()) {
      if (running >= limit) return
      const [next] = line.waiting
      if (line.isBusy || next === undefined) continue
      line.waiting.delete(next[0])
      line.isBusy = true
      running += 1
      next[1].begin()
    }
  }
  const lineOf = (siteId: string): Line => {
    const line = lines.get(siteId) ?? { isBusy: false, waiting: new Map(), idle: [] }
    lines.set(siteId, line)
    return line
  }
  return {
    take: (siteId, caller, signal) =>
      new Promise((resolve, reject) => {
        if (signal.aborted) throw requestAborted()
        const line = lineOf(siteId)
        line.waiting.get(caller)?.refuse(replaced())
        if (line.waiting.size >= MAX_WAITING) throw tooMany()
        const onAbort = () => {
          line.waiting.delete(caller)
          reject(requestAborted())
        }
        signal.addEventListener('abort', onAbort, { once: true })
        const settle = () => signal.removeEventListener('abort', onAbort)
        line.waiting.delete(caller)
        line.waiting.set(caller, {
          begin: () => {
            settle()
            resolve(() => end(siteId, line))
          },
          refuse: (error) => {
            settle()
            reject(error)
          },
        })
        pump()
      }),
    idle: async (siteId) => {
      const line = lines.get(siteId)
      if (line?.isBusy === true) await new Promise<void>((resolve) => line.idle.push(resolve))
    },
  }
}

function replaced(): GalleyError {
  return new GalleyError('conflict', 'A newer request of yours has replaced this one.')
}

function tooMany(): GalleyError {
  const message = 'Too many pages of this site are waiting to be rendered; try again.'
  return overloaded(message, 1)
}
