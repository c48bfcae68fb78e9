/**
 * Whose turn it is to see his page: one at a time for a site, so many for the server, and of the
 * waiting requests of one caller only the newest.
 */

import { GalleyError, requestAborted } from '../../errors.js'

interface RenderQueue {
  /**
   * Waits for a turn; call what it gives when done.
   *
   * @param caller who asks for what: a newer request of the same caller takes this one's place
   * @throws GalleyError `conflict` when that happens, `unavailable` where too many wait and when the
   *   signal is aborted
   */
  take(siteId: string, caller: string, signal: AbortSignal): Promise<() => void>
  /** Resolves when nothing of a site is under way. */
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

/** Requests that wait for one site. */
const MOST_WAITING = 50

/** @param limit requests that run at once, of all sites */
export function createRenderQueue(limit: number): RenderQueue {
  const lines = new Map<string, Line>()
  let running = 0
  const end = (siteId: string, line: Line) => {
    running -= 1
    line.isBusy = false
    for (const resolve of line.idle.splice(0)) resolve()
    // At the end of all, so that every site has its turn.
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
        if (line.waiting.size >= MOST_WAITING) throw tooMany()
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
  return new GalleyError('unavailable', message, { retryAfter: 1 })
}
