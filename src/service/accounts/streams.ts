/**
 * Limits on event streams (of jobs, `jobs.ts`, and of sites, `site-events.ts`): a user may have a fixed number open at
 * a time, and a stream ends when the user may no longer read it, for instance because the role was taken away.
 */

import { GalleyError } from '../../errors.js'

/** A stream to open. */
interface StreamRequest<Event> {
  /** The user whose streams are counted; `server` for the server itself. */
  readonly userId: string
  /** Called before each event and every few seconds; false ends the stream. */
  readonly isAllowed: () => boolean
  /** Starts to read; the events must end when the signal aborts. */
  readonly subscribe: (signal: AbortSignal) => AsyncIterable<Event>
}

/** An open stream. Its reader must end the iteration or read it to the end, or it counts as open. */
export interface Stream<Event> {
  readonly events: AsyncIterable<Event>
  /** Aborts when the stream has ended, even if the reader has not asked for the last events. */
  readonly ended: AbortSignal
}

export interface Streams {
  /** @throws GalleyError `rate_limited` if the user has too many open */
  open<Event>(request: StreamRequest<Event>): Stream<Event>
}

/**
 * @param most open streams per user
 * @param checkMs milliseconds between two calls of `isAllowed` while nothing happens
 */
export function createStreams(most: () => number, checkMs = 2000): Streams {
  const open = new Map<string, number>()
  const release = (userId: string) => {
    const left = (open.get(userId) ?? 1) - 1
    if (left === 0) open.delete(userId)
    else open.set(userId, left)
  }
  return {
    open(request) {
      const { userId } = request
      const before = open.get(userId) ?? 0
      if (before >= most()) {
        const message = `Too many streams are open: a user may have ${most()} at a time.`
        throw new GalleyError('rate_limited', message, { retryAfter: 15 })
      }
      open.set(userId, before + 1)
      return guarded(request, { checkMs, release: () => release(userId) })
    },
  }
}

interface Guard {
  readonly checkMs: number
  readonly release: () => void
}

/**
 * Not a generator: a reader may leave before the first event, and a generator that never started would not run its
 * `finally`, so the stream would count as open for ever.
 */
function guarded<Event>(
  { subscribe, isAllowed }: StreamRequest<Event>,
  { checkMs, release }: Guard,
): Stream<Event> {
  const controller = new AbortController()
  const events = subscribe(controller.signal)[Symbol.asyncIterator]()
  const timer = setInterval(() => {
    if (!isAllowed()) end()
  }, checkMs)
  const end = () => {
    if (controller.signal.aborted) return
    clearInterval(timer)
    controller.abort()
    release()
  }
  const iterator: AsyncIterator<Event> = {
    async next() {
      const result = await events.next()
      if (!result.done && isAllowed()) return result
      end()
      return { done: true, value: undefined }
    },
    async return() {
      end()
      return { done: true, value: undefined }
    },
  }
  return { events: { [Symbol.asyncIterator]: () => iterator }, ended: controller.signal }
}
