/** Reads a stream of server-sent events. @see HTML standard, 9.2.6 */

interface ServerSentEvent {
  /** Of the last event that had one, `""` before. */
  readonly id: string
  readonly data: string
}

/** Events with data, as they come; comments and what is cut at the end are left out. */
export async function* readEvents(
  chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): AsyncGenerator<ServerSentEvent> {
  const decoder = new TextDecoder()
  let rest = ''
  let id = ''
  let data: string[] = []
  for await (const chunk of chunks) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split(/\r?\n/)
    rest = lines.pop() ?? ''
    for (const line of lines) {
      if (line === '') {
        if (data.length > 0) yield { id, data: data.join('\n') }
        data = []
        continue
      }
      const [, field = '', value = ''] = /^([^:]*):? ?(.*)$/.exec(line) ?? []
      if (field === 'id') id = value
      if (field === 'data') data.push(value)
    }
  }
}
