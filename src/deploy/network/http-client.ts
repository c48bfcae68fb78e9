/** Sends HTTP requests to targets, only to addresses that `outgoing.ts` allows, with limits on time and size. */

import { createReadStream } from 'node:fs'
import * as http from 'node:http'
import * as https from 'node:https'
import { isIP } from 'node:net'
import { pipeline } from 'node:stream/promises'
import { isAllowed, refuse } from './addresses.js'
import { DeployError } from './deploy-error.js'
import { answerOf, readBody, type ReadOptions } from './http-answer.js'
import { guardedLookup, type Outgoing } from './outgoing.js'
import { cleanText } from './remote-text.js'

/** The body of a request: bytes, or part of a file (`end` is exclusive). */
export type RequestBody =
  | Uint8Array
  | { readonly file: string; readonly start: number; readonly end: number }
  | AsyncIterable<Uint8Array>

interface HttpRequest {
  readonly method: string
  readonly url: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: RequestBody
  readonly signal: AbortSignal
}

/** An answer. Redirects are returned, never followed. The caller must read or discard the body. */
export interface HttpResponse {
  readonly status: number
  /** By lower-case name; repeated headers are joined with commas. */
  readonly headers: Readonly<Record<string, string>>
  /** The body as a stream without a time limit. Read either this or `bytes`, once. */
  readonly body: AsyncIterable<Uint8Array>
  /**
   * @throws DeployError `bad_remote` if the body is longer than `limit` bytes; `timed_out` if it comes too slowly
   */
  bytes(limit: number, options?: ReadOptions): Promise<Buffer>
}

/** An HTTP client that reuses connections and connects only where `Outgoing` allows. */
export interface HttpClient {
  request(request: HttpRequest): Promise<HttpResponse>
  /** Closes all connections at once. */
  close(): void
}

/** @see outgoing.ts */
export function createHttpClient(outgoing: Outgoing): HttpClient {
  const lookup = guardedLookup(outgoing)
  const settings = { keepAlive: true, maxSockets: 32, timeout: outgoing.timeout, lookup }
  const plain = new http.Agent(settings)
  const secure = new https.Agent({ ...settings, ...(outgoing.ca ? { ca: outgoing.ca } : {}) })
  return {
    async request(request) {
      const url = checkUrl(outgoing, request.url)
      const agent = url.protocol === 'https:' ? secure : plain
      return send(url, request, { agent, timeout: outgoing.timeout })
    },
    close() {
      plain.destroy()
      secure.destroy()
    },
  }
}

/**
 * Sends one request with a client of its own; the connection is closed at the end of the body.
 *
 * @throws DeployError `address_refused`, or the errors of the system
 */
export async function guardedFetch(
  outgoing: Outgoing,
  request: HttpRequest,
): Promise<HttpResponse> {
  const url = checkUrl(outgoing, request.url)
  const settings = { lookup: guardedLookup(outgoing), ...(outgoing.ca ? { ca: outgoing.ca } : {}) }
  const agent = url.protocol === 'https:' ? new https.Agent(settings) : new http.Agent(settings)
  return send(url, request, { agent, timeout: outgoing.timeout })
}

/** Parses a URL. Only http(s) is allowed, and no literal address that is refused. */
function checkUrl(outgoing: Outgoing, text: string): URL {
  if (!URL.canParse(text)) throw new DeployError('bad_options', `${cleanText(text)} is not a URL`)
  const url = new URL(text)
  if (url.protocol !== 'https:' && url.protocol !== 'http:') {
    throw new DeployError('address_refused', 'only http and https URLs are allowed')
  }
  const host = url.hostname.replace(/^\[|\]$/g, '')
  // Node does not call `lookup` for literal addresses.
  if (isIP(host) !== 0 && !isAllowed(outgoing.rules, host, host)) throw refuse(host)
  return url
}

/** Bytes of a body that are written at a time. */
const PIECE = 256 * 1024

interface Connection {
  readonly agent: http.Agent
  readonly timeout: number
}

async function send(
  url: URL,
  request: HttpRequest,
  { agent, timeout }: Connection,
): Promise<HttpResponse> {
  const { method, signal } = request
  const headers = { ...request.headers, ...lengthOf(request.body) }
  const driver = url.protocol === 'https:' ? https : http
  const outgoingRequest = driver.request(url, { method, headers, agent, signal })
  const answer = answerOf(outgoingRequest, timeout)
  // The answer decides: a server that refuses may close the connection before it has read the body.
  const sent = writeBody(outgoingRequest, request.body).catch((error: unknown) => {
    outgoingRequest.destroy(error instanceof Error ? error : new Error(String(error)))
  })
  try {
    const response = await answer
    void sent
    return toResponse(response, timeout)
  } catch (error) {
    if (!isStale(outgoingRequest, request, error)) throw error
    return send(url, request, { agent, timeout })
  }
}

/** Methods that have the same effect if they are sent twice (RFC 9110 §9.2.2). */
const IDEMPOTENT = new Set(['GET', 'HEAD', 'OPTIONS', 'PUT', 'DELETE'])

/**
 * True if the server closed a connection from an earlier request while this one was on its way: that says nothing of the
 * request, which may be sent again (RFC 9112 §9.3.1). In the end on a new connection, which is never stale.
 */
function isStale(
  { reusedSocket }: http.ClientRequest,
  { method, body, signal }: HttpRequest,
  error: unknown,
): boolean {
  const isWhole = body === undefined || body instanceof Uint8Array || 'file' in body
  const isReset = error instanceof Error && 'code' in error && error.code === 'ECONNRESET'
  return reusedSocket && isReset && isWhole && IDEMPOTENT.has(method) && !signal.aborted
}

function* piecesOf(bytes: Uint8Array): Generator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += PIECE) yield bytes.subarray(at, at + PIECE)
}

function lengthOf(body: RequestBody | undefined): Record<string, string> {
  if (body === undefined) return {}
  if (body instanceof Uint8Array) return { 'content-length': String(body.length) }
  return 'file' in body ? { 'content-length': String(body.end - body.start) } : {}
}

async function writeBody(request: http.ClientRequest, body: RequestBody | undefined) {
  if (body === undefined) {
    request.end()
  } else if (body instanceof Uint8Array) {
    // In one write, all of it would be encrypted in one piece.
    await pipeline(piecesOf(body), request)
  } else if (!('file' in body)) {
    await pipeline(body, request)
  } else if (body.end === body.start) {
    request.end()
  } else {
    const { file, start, end } = body
    await pipeline(createReadStream(file, { start, end: end - 1 }), request)
  }
}

function toResponse(message: http.IncomingMessage, timeout: number): HttpResponse {
  const headers: Record<string, string> = {}
  for (const [name, value] of Object.entries(message.headers)) {
    headers[name] = Array.isArray(value) ? value.join(', ') : (value ?? '')
  }
  return {
    status: message.statusCode ?? 0,
    headers,
    body: message,
    bytes: (limit, options) => readBody(message, { ...options, bytes: limit, timeout }),
  }
}
