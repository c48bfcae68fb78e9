/** Follows a stream of server-sent events, and resumes it if the connection breaks. @see HTML standard, 9.2.6 */

import { readEvents, type ServerEvent } from './event-stream.js'
import { isPassing, pause } from './send.js'

export interface StreamOptions {
  /** Continues after this event. */
  readonly lastEventId?: string
  readonly signal?: AbortSignal
}

/** Attempts to resume a stream without receiving an event. */
const TRIES = 6
const FIRST_PAUSE_MS = 250

/**
 * The events of a stream, until the caller leaves the loop. When the connection ends, it connects again with the id
 * of the last event.
 *
 * @throws the error of `connect`, if trying again can't help or did not help several times
 */
export async function* resume(
  connect: (lastEventId: string) => Promise<Response>,
  { lastEventId = '', signal }: StreamOptions,
): AsyncGenerator<ServerEvent, void, undefined> {
  let last = lastEventId
  let tries = 0
  for (;;) {
    try {
      const answer = await connect(last)
      // Nothing will ever come after the last event.
      if (answer.status === 204) return
      for await (const event of readEvents(answer.body)) {
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
