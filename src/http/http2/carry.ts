/**
 * Carries a request of HTTP/2 to a server of HTTP/1.1 in this process, on a connection of its own, and the answer back.
 * The connection is no one else's: nothing in one request can become part of another.
 *
 * @see RFC 9113 §8.2.2, §8.3
 */

import { request as ask, type ClientRequest, type IncomingMessage, type Server } from 'node:http'
import { constants, type OutgoingHttpHeaders, type ServerHttp2Stream } from 'node:http2'
import type { Duplex } from 'node:stream'
import { connectWithin, type Within } from './inner-socket.js'

const { NGHTTP2_NO_ERROR } = constants

/** Headers of one connection, which HTTP/2 does not have. */
const OF_CONNECTION: ReadonlySet<string> = new Set([
  'connection',
  'keep-alive',
  'proxy-connection',
  'transfer-encoding',
  'upgrade',
])

/** Methods whose requests have no body unless they say so. */
const BARE: ReadonlySet<string> = new Set(['GET', 'HEAD', 'DELETE', 'OPTIONS', 'TRACE'])

/** Most bytes of the headers of an answer. */
const MAX_ANSWER_HEAD = 64 * 1024

interface Carried extends Within {
  /** Names and values in turn, as sent. */
  readonly rawHeaders: readonly string[]
  /** It need not listen. */
  readonly to: Server
}

export function carry(stream: ServerHttp2Stream, { rawHeaders, to, ...within }: Carried): void {
  stream.on('error', () => undefined)
  if (stream.destroyed) return
  const { client, server } = connectWithin(within)
  stream.once('close', () => client.destroy())
  const request = begin(() => client, headOf(rawHeaders, stream.endAfterHeaders))
  if (!request) return refuse(stream)
  to.emit('connection', server)
  // Not `close`, by which Node first ends the answer, as if it were whole.
  client.once('close', () => stream.destroy(new Error('The answer broke off.')))
  let answer: IncomingMessage | null = null
  client.once('end', () => {
    // Node has yet to see that this was the end.
    setImmediate(() => answer?.complete === true || client.destroy())
  })
  // Also of a body that nobody waits for any more.
  request.on('error', () => answer ?? client.destroy())
  request.on('continue', () => {
    if (isOpen(stream)) stream.additionalHeaders({ ':status': 100 })
  })
  request.once('response', (came) => {
    answer = came
    answer.once('error', () => client.destroy())
    // What still comes of the body is for nobody.
    answer.once('end', () => stream.unpipe(request))
    sendOn(answer, stream)
  })
  if (stream.endAfterHeaders) request.end()
  else stream.pipe(request)
}

interface RequestHead {
  readonly method: string
  readonly path: string
  readonly headers: readonly string[]
}

/** Null for what can't be written as HTTP/1.1. */
function begin(createConnection: () => Duplex, head: RequestHead | null): ClientRequest | null {
  // A path of another form would be one of a proxy.
  if (!head || head.method === 'CONNECT') return null
  try {
    return ask({ ...head, createConnection, maxHeaderSize: MAX_ANSWER_HEAD, setHost: false })
  } catch {
    return null
  }
}

/** Null for two different hosts. */
function headOf(rawHeaders: readonly string[], isWhole: boolean): RequestHead | null {
  const pseudo = new Map<string, string>()
  const headers: string[] = []
  let host: string | null = null
  let hasLength = false
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const [name = '', value = ''] = rawHeaders.slice(at, at + 2)
    if (name.startsWith(':')) pseudo.set(name, value)
    else if (name === 'host' && host === null) host = value
    else if (!OF_CONNECTION.has(name)) headers.push(name, value)
    hasLength ||= name === 'content-length'
  }
  const method = pseudo.get(':method') ?? ''
  const authority = pseudo.get(':authority') ?? host
  if (host !== null && host !== authority) return null
  if (authority !== null) headers.push('Host', authority)
  if (!isWhole && !hasLength) headers.push('Transfer-Encoding', 'chunked')
  if (isWhole && !hasLength && !BARE.has(method)) headers.push('Content-Length', '0')
  return { method, path: pseudo.get(':path') ?? '', headers: [...headers, 'Connection', 'close'] }
}

function refuse(stream: ServerHttp2Stream): void {
  stream.respond({ ':status': 400, 'cache-control': 'no-store' }, { endStream: true })
  closeAfterAnswer(stream)
}

/** It may have been closed by its client, and the request not yet. Node throws at what is written to such a one. */
function isOpen(stream: ServerHttp2Stream): boolean {
  return !stream.destroyed && !stream.closed
}

function sendOn(answer: IncomingMessage, stream: ServerHttp2Stream): void {
  if (!isOpen(stream)) return
  try {
    // Node itself ends answers that have no body.
    stream.respond(headersOf(answer))
  } catch {
    // No answer of HTTP/2, such as one with two entity tags.
    stream.destroy(new Error('The answer has headers that HTTP/2 does not allow.'))
    return
  }
  if (stream.writableEnded) answer.resume()
  else answer.pipe(stream)
  closeAfterAnswer(stream)
}

/** Says to a client that still sends its body that nobody reads it. It has the answer. */
function closeAfterAnswer(stream: ServerHttp2Stream): void {
  const close = () => {
    if (!stream.readableEnded) setImmediate(() => stream.close(NGHTTP2_NO_ERROR))
  }
  if (stream.writableFinished) close()
  else stream.once('finish', close)
}

function headersOf({ statusCode, rawHeaders }: IncomingMessage): OutgoingHttpHeaders {
  const headers: Record<string, string | string[]> = {}
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const [name = '', value = ''] = rawHeaders.slice(at, at + 2)
    const key = name.toLowerCase()
    const before = headers[key]
    if (OF_CONNECTION.has(key)) continue
    headers[key] = before === undefined ? value : [before, value].flat()
  }
  return { ...headers, ':status': statusCode }
}
