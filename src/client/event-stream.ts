/** Parses a stream of server-sent events. @see HTML standard, 9.2.6 */

export interface ServerEvent {
  /** The id of this event or of the last one before that had an id; `""` if there was none. */
  readonly id: string
  /** The event's name; `message` if it has none. */
  readonly event: string
  readonly data: string
}

/** The events that have data, as they arrive. Comments and an incomplete event at the end are left out. */
export async function* readEvents(
  body: ReadableStream<Uint8Array> | null,
): AsyncGenerator<ServerEvent, void, undefined> {
  if (!body) return
  // Not every browser can iterate over a stream.
  const reader = body.getReader()
  const parse = createParser()
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      yield* parse(value)
    }
  } finally {
    // A caller that leaves the loop does not wait for the connection to close.
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
