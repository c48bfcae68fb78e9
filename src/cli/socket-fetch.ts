/** `fetch` over a Unix socket, which that of Node can't. */

import { once } from 'node:events'
import { request, type IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream } from 'node:stream/web'
import type { ClientOptions } from '../client/client.js'

const BODILESS: ReadonlySet<number> = new Set([204, 205, 304])

/** @param socketPath the socket; of addresses, only path and query count */
export function socketFetch(socketPath: string): NonNullable<ClientOptions['fetch']> {
  return async (address, init) => {
    // Makes the bytes and the headers of forms.
    const asked = new Request(address, init)
    const { pathname, search } = new URL(address)
    const sent = request({
      socketPath,
      method: asked.method,
      path: pathname + search,
      headers: { ...Object.fromEntries(asked.headers), host: 'localhost' },
      signal: asked.signal,
    })
    const answered = once(sent, 'response')
    if (asked.body === null) sent.end()
    // A refusal may come before all was sent; if there is no answer either, `answered` says so.
    else void pipeline(Readable.fromWeb(asked.body as ReadableStream), sent).catch(() => undefined)
    const [answer] = (await answered) as [IncomingMessage]
    const { statusCode: status = 0, headersDistinct } = answer
    const headers = Object.entries(headersDistinct).flatMap(([name, values = []]) =>
      values.map((value): [string, string] => [name, value]),
    )
    const body = BODILESS.has(status)
      ? null
      : (Readable.toWeb(answer) as ConstructorParameters<typeof Response>[0])
    return new Response(body, { status, headers })
  }
}
