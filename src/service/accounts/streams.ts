/** Who follows what happens: so many streams a user, and none for longer than the user may see it. */

import { GalleyError } from '../../errors.js'

/** A stream that somebody asks for. */
interface StreamRequest<Event> {
  /** Id of the user. */
  readonly who: string
  /** Asked before each event, and now and then between them. */
  readonly mayGoOn: () => boolean
  /** Ends with the signal. */
  readonly subscribe: (signal: AbortSignal) => AsyncIterable<Event>
}

/** Events for one reader. */
export interface Stream<Event> {
  readonly events: AsyncIterable<Event>
  /** Aborts when no more will come, though the reader may not have asked for the last ones. */
  readonly ended: AbortSignal
}

export interface Streams {
  /** @throws GalleyError `rate_limited` */
  open<Event>(request: StreamRequest<Event>): Stream<Event>
}

/** @param most streams of a user at a time */
export function createStreams(most: number, checkMs = 2000): Streams {
  const open = new Map<string, number>()
  const release = (who: string) => {
    const left = (open.get(who) ?? 1) - 1
    if (left === 0) open.delete(who)
    else open.set(who, left)
  }
  return {
    open(request) {
      const { who } = request
      const before = open.get(who) ?? 0
      if (before >= most) {
        const message = `Too many streams are open: a user may have ${most} at a time.`
        throw new GalleyError('rate_limited', message, { retryAfter: 15 })
      }
      open.set(who, before + 1)
      return guarded(request, { checkMs, release: () => release(who) })
    },
  }
}

interface Guard {
  readonly checkMs: number
  readonly release: () => void
}

/**
 * No generator: one that was never started would not run its `finally`, and a reader can leave
 * before the first event.
 */
function guarded<Event>(
  { subscribe, mayGoOn }: StreamRequest<Event>,
  { checkMs, release }: Guard,
): Stream<Event> {
  const controller = new AbortController()
  const events = subscribe(controller.signal)[Symbol.asyncIterator]()
  const timer = setInterval(() => {
    if (!mayGoOn()) end()
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
      if (!result.done && mayGoOn()) return result
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
