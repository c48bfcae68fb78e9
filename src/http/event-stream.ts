/** Job events as a stream of server-sent events, with a heartbeat. @see src/http/README.md (Jobs) */

import { Readable } from 'node:stream'
import type { JobEvent } from '../model/job.js'
import { eventText } from './wire/job.js'

const HEARTBEAT_MS = 15_000
const HEARTBEAT = ': still here\n\n'

/** Ends after the last event. Reads no faster than the client, so nothing piles up here. */
export function eventStream(events: AsyncIterable<JobEvent>): Readable {
  const iterator = events[Symbol.asyncIterator]()
  const text = withHeartbeat(iterator)
  const stream = Readable.from(text, { objectMode: false, highWaterMark: 16 * 1024 })
  // A reader can be gone before the first event (HEAD): then the generator never starts, nor ends.
  return stream.once('close', () => void iterator.return?.())
}

async function* withHeartbeat(iterator: AsyncIterator<JobEvent>): AsyncGenerator<string> {
  try {
    let next = iterator.next()
    for (;;) {
      const result = await orHeartbeat(next)
      if (result === HEARTBEAT) {
        yield HEARTBEAT
        continue
      }
      if (result.done) return
      yield eventText(result.value)
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
