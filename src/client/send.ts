/**
 * Sends a request, and sends it again if there is no answer and repeating it is safe: reads, and requests with an
 * `Idempotency-Key`. Requests that the server refuses for now (429, 503) were not begun, so all of them are sent again.
 */

import { ApiError, errorOf } from './api-error.js'

/** The options that this client passes to `fetch`. */
export interface FetchInit {
  readonly method: string
  readonly headers: Record<string, string>
  readonly body?: string | FormData | Blob | ReadableStream<Uint8Array<ArrayBuffer>>
  readonly signal?: AbortSignal
  readonly credentials?: 'same-origin'
  /** Node requires it if the body is a stream. */
  readonly duplex?: 'half'
}

/** The part of `fetch` that is used. */
export type Fetch = (url: string, init: FetchInit) => Promise<Response>

/** The wait before a request that the server refused for now is sent again. */
export interface ServerWait {
  /** 429 or 503. */
  readonly status: number
  /** Length of the wait, from now on. */
  readonly milliseconds: number
  /** Resolves when the wait ends, also if the request was cancelled. */
  readonly over: Promise<void>
}

/** The server, and the credentials. */
export interface Connection {
  /** Without a slash at its end. */
  readonly url: string
  /** Value of the `Authorization` header; null for a browser's session. */
  readonly authorization: string | null
  readonly fetch: Fetch
  /** How often a request is sent again. */
  readonly retries: number
  /** Called for each wait that the server asks for. */
  readonly onWait: ((wait: ServerWait) => void) | undefined
  /** Where content is read and changed; null for the site. */
  readonly changeSet: string | null
  /** The session's token. Read for each request, because signing in changes it. */
  csrf: string | null
}

export interface Sending {
  readonly method: string
  /** With the query. */
  readonly path: string
  readonly headers?: Readonly<Record<string, string>> | undefined
  /** Creates the body, each time the request is sent. */
  readonly body?: (() => FetchInit['body']) | undefined
  readonly signal?: AbortSignal | undefined
  /** Replaces the connection's `fetch`. */
  readonly fetch?: Fetch | undefined
}

const MAX_WAIT_MS = 30_000

/**
 * Sends the request and returns the answer, which has a status of success.
 *
 * @throws ApiError for any other answer; `TypeError` (from `fetch`) if there is none
 */
export async function send(connection: Connection, sending: Sending): Promise<Response> {
  const headers = headersOf(connection, sending)
  const mayRepeat = sending.method === 'GET' || 'idempotency-key' in headers
  for (let left = connection.retries; ; left -= 1) {
    const outcome = await attempt(connection, sending, headers)
    if (outcome instanceof Response && outcome.ok) return outcome
    const failure = outcome instanceof Response ? await errorOf(outcome) : outcome.thrown
    const isFirst = left === connection.retries
    const wait = sending.signal?.aborted ? null : waitFor(outcome, { mayRepeat, isFirst })
    if (left <= 0 || wait === null) throw failure
    const waiting = pause(wait, sending.signal)
    if (outcome instanceof Response && isPutOff(outcome.status)) {
      const over = waiting.catch(() => undefined)
      connection.onWait?.({ status: outcome.status, milliseconds: wait, over })
    }
    await waiting
  }
}

type Outcome = Response | { readonly thrown: unknown }

async function attempt(
  connection: Connection,
  { path, method, body, signal, fetch }: Sending,
  headers: Record<string, string>,
): Promise<Outcome> {
  const content = body?.()
  try {
    return await (fetch ?? connection.fetch)(`${connection.url}${path}`, {
      method,
      headers,
      credentials: 'same-origin',
      ...(signal && { signal }),
      ...(content !== undefined && { body: content }),
      ...(content instanceof ReadableStream && { duplex: 'half' }),
    })
  } catch (thrown) {
    return { thrown }
  }
}

/** JSON where there is a choice. One operation returns a ZIP. */
const ACCEPT = 'application/json, application/*;q=0.5'

function headersOf({ authorization, csrf }: Connection, sending: Sending): Record<string, string> {
  const headers: Record<string, string> = { accept: ACCEPT }
  if (authorization !== null) headers['authorization'] = authorization
  else if (csrf !== null && sending.method !== 'GET') headers['x-csrf-token'] = csrf
  for (const [name, value] of Object.entries(sending.headers ?? {})) {
    headers[name.toLowerCase()] = value
  }
  return headers
}

/** Milliseconds until the next attempt; null if there is none. */
function waitFor(
  outcome: Outcome,
  { mayRepeat, isFirst }: { readonly mayRepeat: boolean; readonly isFirst: boolean },
): number | null {
  const soon = 250 + Math.random() * 500
  if (!(outcome instanceof Response)) return mayRepeat ? soon : null
  const { status } = outcome
  if (isPutOff(status)) {
    const wait = Number(outcome.headers.get('retry-after') ?? 1) * 1000
    return wait <= MAX_WAIT_MS ? wait : null
  }
  // The first request, whose answer was lost, is still running.
  const isUnderWay = status === 409 && !isFirst && mayRepeat
  return isUnderWay || (mayRepeat && (status === 502 || status === 504)) ? soon : null
}

function isPutOff(status: number): boolean {
  return status === 429 || status === 503
}

/** Waits; rejects if the signal is aborted, with its reason. */
export function pause(milliseconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop)
      resolve()
    }, milliseconds)
    if (signal?.aborted) stop()
    else signal?.addEventListener('abort', stop, { once: true })
  })
}

/** True if trying again later may help. */
export function isPassing(error: unknown): boolean {
  if (!(error instanceof ApiError)) return true
  return error.status >= 500 || error.status === 429
}
