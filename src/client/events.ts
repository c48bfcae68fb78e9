/** Server-sent events over `fetch`, taken up again where they were cut. @see HTML standard, 9.2.6 */

import { readEvents, type ServerEvent } from './event-stream.js'
import { isPassing, pause } from './send.js'

export interface StreamOptions {
  /** Goes on after this one. */
  readonly lastEventId?: string
  readonly signal?: AbortSignal
}

/** A stream that is cut is taken up again so often before anything comes. */
const TRIES = 6
const FIRST_PAUSE_MS = 250

/**
 * The events of a stream for as long as somebody reads. What the server ends it asks for again, with
 * the number of the last event; leave the loop to stop.
 *
 * @throws what `connect` throws where asking again does not help, or did not a few times
 */
export async function* resume(
  connect: (lastEventId: string) => Promise<Response>,
  { lastEventId = '', signal }: StreamOptions,
): AsyncGenerator<ServerEvent, void, undefined> {
  let last = lastEventId
  let tries = 0
  for (;;) {
    try {
      for await (const event of readEvents((await connect(last)).body)) {
        tries = 0
        last = event.id
        yield event
      }
    } catch (error) {
      if (signal?.aborted || !isPassing(error) || tries >= TRIES) throw error
    }
    tries += 1
    if (tries > TRIES) throw new TypeError('The stream of events was cut again and again.')
    await pause(FIRST_PAUSE_MS * 2 ** (tries - 1), signal)
  }
}
