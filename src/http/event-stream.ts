/** Events as a stream of server-sent events, with a heartbeat. @see src/http/README.md (Jobs; Events) */

import { Readable } from 'node:stream'

const HEARTBEAT_MS = 15_000
const HEARTBEAT = ': still here\n\n'

/** So long may a reader take for what is left when no more comes. */
const GRACE_MS = 1000

/** Nothing between may hold events back; and a server that stops does not wait for who would ask for more. */
export const STREAM_HEADERS = { 'X-Accel-Buffering': 'no', Connection: 'close' } as const

/** Events for one reader, and a signal that no more will come. */
interface Events<Event> {
  readonly events: AsyncIterable<Event>
  readonly ended: AbortSignal
}

/**
 * Ends after the last event. Reads no faster than the client, so nothing piles up here; a client that
 * has stopped reading is cut off when its events end.
 *
 * @param textOf one event as it goes over the wire
 */
export function eventStream<Event>(
  { events, ended }: Events<Event>,
  textOf: (event: Event) => string,
): Readable {
  const iterator = events[Symbol.asyncIterator]()
  const text = withHeartbeat(iterator, textOf)
  const stream = Readable.from(text, { objectMode: false, highWaterMark: 16 * 1024 })
  ended.addEventListener('abort', () => setTimeout(() => stream.destroy(), GRACE_MS).unref(), {
    once: true,
  })
  // A reader can be gone before the first event (HEAD): then the generator never starts, nor ends.
  return stream.once('close', () => void iterator.return?.())
}

async function* withHeartbeat<Event>(
  iterator: AsyncIterator<Event>,
  textOf: (event: Event) => string,
): AsyncGenerator<string> {
  try {
    let next = iterator.next()
    for (;;) {
      const result = await orHeartbeat(next)
      if (result === HEARTBEAT) {
        yield HEARTBEAT
        continue
      }
      if (result.done) return
      yield textOf(result.value)
      next = iterator.next()
    }
  } finally {
    await iterator.return?.()
  }
}

async function orHeartbeat<T>(promise: Promise<T>): Promise<T | typeof HEARTBEAT> {
  let timer: NodeJS.Timeout | undefined
  const beat = new Promise<typeof HEARTBEAT>((resolve) => {
    timer = setTimeout(() => resolve(HEARTBEAT), HEARTBEAT_MS)
  })
  try {
    return await Promise.race([promise, beat])
  } finally {
    clearTimeout(timer)
  }
}
