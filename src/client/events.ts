/** Server-sent events over `fetch`, taken up again where they were cut. @see HTML standard, 9.2.6 */

import { isPassing, pause } from './send.js'

export interface ServerEvent {
  /** Of the last event that had one, `""` before. */
  readonly id: string
  /** Its name, `message` where it has none. */
  readonly event: string
  readonly data: string
}

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

/** Events with data, as they come; comments and what is cut at the end are left out. */
export async function* readEvents(
  body: ReadableStream<Uint8Array> | null,
): AsyncGenerator<ServerEvent, void, undefined> {
  if (!body) return
  // Not every browser iterates a stream by itself.
  const reader = body.getReader()
  const parse = createParser()
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      yield* parse(value)
    }
  } finally {
    // Whoever left does not wait for the connection to close.
    void reader.cancel().catch(() => undefined)
  }
}

function createParser(): (chunk: Uint8Array) => ServerEvent[] {
  const decoder = new TextDecoder()
  let rest = ''
  let id = ''
  let event = ''
  let data: string[] = []
  return (chunk) => {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split(/\r?\n/)
    rest = lines.pop() ?? ''
    const found: ServerEvent[] = []
    for (const line of lines) {
      const [, field = '', value = ''] = /^([^:]*):? ?(.*)$/.exec(line) ?? []
      if (line === '') {
        if (data.length > 0) found.push({ id, event: event || 'message', data: data.join('\n') })
        data = []
        event = ''
      } else if (field === 'id') id = value
      else if (field === 'event') event = value
      else if (field === 'data') data.push(value)
    }
    return found
  }
}
