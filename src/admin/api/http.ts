/**
 * Requests of the API, by the session's cookie.
 *
 * A request that is answered 401 waits until one has signed in again and is then sent once more: the end
 * of a session costs nobody what she was just doing.
 */

import type { Conflict } from './types.js'

interface Call {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'DELETE'
  readonly path: string
  readonly query?: Readonly<Record<string, string | number | boolean | undefined>>
  readonly json?: unknown
  readonly headers?: Readonly<Record<string, string>>
  readonly signal?: AbortSignal
  /** False where 401 is an answer and not the end of a session. */
  readonly needsSession?: boolean
}

interface ErrorDetail {
  readonly field: string
  readonly message: string
}

/** An answer that is none of success; status 0 is a server that can't be reached. */
export class ApiError extends Error {
  readonly status: number
  readonly details: readonly ErrorDetail[]
  readonly conflict: Conflict | null
  readonly currentSha: string | null
  readonly retryAfter: number | null

  constructor(status: number, body: ErrorBody, retryAfter: number | null = null) {
    super(body.message ?? body.error ?? '')
    this.status = status
    this.details = body.details ?? []
    this.conflict = body.conflict ?? null
    this.currentSha = body.current_sha ?? null
    this.retryAfter = retryAfter
  }

  /** What was wrong with a field, if anything. */
  detail(field: string): string | undefined {
    return this.details.find((detail) => detail.field === field)?.message
  }
}

interface ErrorBody {
  readonly error?: string
  readonly message?: string
  readonly details?: readonly ErrorDetail[]
  readonly current_sha?: string
  readonly conflict?: Conflict
}

interface Guard {
  csrf: string
  /** Resolves when one has signed in again. */
  signInAgain: () => Promise<void>
}

const guard: Guard = { csrf: '', signInAgain: () => new Promise(() => undefined) }

/** Tells what requests need to know of the session. */
export function setGuard(next: Partial<Guard>): void {
  Object.assign(guard, next)
}

/** @throws ApiError */
export async function request<T>(call: Call): Promise<T> {
  const response = await send(call)
  // The server is held to its description by its own tests.
  return (await response.json()) as T
}

interface List<T> {
  readonly items: readonly T[]
  /** All that match, beyond the page. */
  readonly total: number
}

/** One page of a list. @throws ApiError */
export async function requestList<T>(call: Call): Promise<List<T>> {
  const response = await send(call)
  const items = (await response.json()) as readonly T[]
  return { items, total: Number(response.headers.get('X-Total-Count') ?? items.length) }
}

/** The answer as text. @throws ApiError */
export async function requestText(call: Call): Promise<string> {
  return (await send(call)).text()
}

async function send(call: Call): Promise<Response> {
  for (;;) {
    const response = await attempt(call)
    if (response.ok) return response
    if (response.status === 401 && call.needsSession !== false) {
      await guard.signInAgain()
      continue
    }
    throw await errorOf(response)
  }
}

async function attempt({ method = 'GET', path, query, json, headers, signal }: Call) {
  try {
    return await fetch(path + queryText(query), {
      method,
      credentials: 'same-origin',
      cache: 'no-cache',
      headers: {
        Accept: 'application/json',
        ...(method !== 'GET' && guard.csrf !== '' && { 'X-CSRF-Token': guard.csrf }),
        ...(json !== undefined && { 'Content-Type': 'application/json' }),
        ...headers,
      },
      ...(json !== undefined && { body: JSON.stringify(json) }),
      ...(signal && { signal }),
    })
  } catch (error) {
    if (signal?.aborted) throw error
    throw new ApiError(0, {})
  }
}

function queryText(query: Call['query'] = {}): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== '')
  if (given.length === 0) return ''
  return `?${new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString()}`
}

async function errorOf(response: Response): Promise<ApiError> {
  const after = Number(response.headers.get('Retry-After') ?? Number.NaN)
  const body: ErrorBody = await response.json().catch(() => ({}))
  return new ApiError(response.status, body, Number.isFinite(after) ? after : null)
}

interface UploadCall {
  readonly method?: 'POST' | 'PUT'
  readonly path: string
  readonly file: Blob
  readonly name: string
  readonly fields?: Readonly<Record<string, string>>
  readonly headers?: Readonly<Record<string, string>>
  /** From 0 to 1. */
  readonly onProgress?: (share: number) => void
}

/** Sends a file; `fetch` can't tell how far it is. @throws ApiError */
export async function upload<T>(call: UploadCall): Promise<T> {
  for (;;) {
    const answer = await sendFile(call)
    if (answer.status === 401) {
      await guard.signInAgain()
      continue
    }
    const body: unknown = JSON.parse(answer.text || '{}')
    if (answer.status >= 200 && answer.status < 300) return body as T
    throw new ApiError(answer.status, body as ErrorBody)
  }
}

function sendFile(call: UploadCall): Promise<{ status: number; text: string }> {
  const form = new FormData()
  for (const [name, value] of Object.entries(call.fields ?? {})) form.append(name, value)
  form.append('file', call.file, call.name)
  return new Promise((resolve, reject) => {
    const xhr = new XMLHttpRequest()
    xhr.open(call.method ?? 'POST', call.path)
    xhr.setRequestHeader('Accept', 'application/json')
    xhr.setRequestHeader('X-CSRF-Token', guard.csrf)
    for (const [name, value] of Object.entries(call.headers ?? {}))
      xhr.setRequestHeader(name, value)
    xhr.upload.addEventListener('progress', (event) => {
      if (event.lengthComputable) call.onProgress?.(event.loaded / event.total)
    })
    xhr.addEventListener('load', () => resolve({ status: xhr.status, text: xhr.responseText }))
    xhr.addEventListener('error', () => reject(new ApiError(0, {})))
    xhr.send(form)
  })
}
