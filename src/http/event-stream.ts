/** Sends events as server-sent events, with a heartbeat. @see src/http/README.md (Jobs; Events) */

import { Readable } from 'node:stream'

const HEARTBEAT_MS = 15_000
const HEARTBEAT = ': still here\n\n'

/** How long a client may take to read the rest after the last event. */
const GRACE_MS = 1000

/**
 * Proxies must not buffer events. The connection is closed at the end, so that a stopping server need not wait for
 * the next request.
 */
export const STREAM_HEADERS = { 'X-Accel-Buffering': 'no', Connection: 'close' } as const

/** Events for one client, and a signal that no more will come. */
interface Events<Event> {
  readonly events: AsyncIterable<Event>
  readonly ended: AbortSignal
}

/**
 * Ends after the last event. Reads events only as fast as the client takes them. A client that has stopped reading is
 * disconnected when its events end.
 *
 * @param textOf formats one event
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
  // The client may disconnect before the first event (HEAD): then the generator neither starts nor ends.
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
