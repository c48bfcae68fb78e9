/**
 * The client of the API, for browsers and Node 20: `import { createClient } from 'galley/client'`.
 *
 * Its types are in `api.ts`, which is generated from the server's OpenAPI document. Only two groups of operations have
 * code of their own here: those of sessions, because the client keeps the token, and those of events.
 */

import type { Operations, OperationId } from './api.js'
import type { ServerEvent } from './event-stream.js'
import { resume, type StreamOptions } from './events.js'
import { pathOf, requestOf, type AnyInput, type Common } from './request.js'
import { send, type Connection, type Fetch, type Sending, type ServerWait } from './send.js'
import { sendableForm, type Progress, type UploadSource } from './upload.js'

export { ApiError, type ApiErrorDetail } from './api-error.js'
export type { Operations, OperationId, Schemas } from './api.js'
export type { Progress, ServerEvent, ServerWait, StreamOptions, UploadSource }

export interface ClientOptions {
  /** The server, such as `https://galley.example.org`; in a browser, `""` is the server of the page. */
  readonly url: string
  /** The API key; without one, and without a token, the session of the browser is used. */
  readonly key?: string
  readonly secret?: string
  /** An access token, instead of a key pair. */
  readonly token?: string
  /** `csrf_token` of the session; the client takes it from the answers of `signIn` and `getSession`. */
  readonly csrf?: string
  /** A change set, in which content is read and changed; a query with another `change_set`, or undefined, is heeded. */
  readonly changeSet?: string | undefined
  readonly fetch?: Fetch
  /** How often a request that may be repeated is sent again; 3 by default. */
  readonly retries?: number
  /** Called when the server refuses a request for now (429, 503); the client then waits and sends it again. */
  readonly onWait?: (wait: ServerWait) => void
}

/** The input of an operation. */
export type Input<Id extends OperationId> = Operations[Id]['input'] & Common

/** The arguments after the name of an operation; the input is optional if nothing in it is required. */
export type Arguments<Id extends OperationId> =
  Record<never, never> extends Operations[Id]['input'] ? [input?: Input<Id>] : [input: Input<Id>]

/** A successful answer. */
export interface Answer<Data> {
  readonly status: number
  readonly headers: Headers
  /** The parsed JSON; a Blob for other content. */
  readonly data: Data
  /** For `If-Match`; null if the answer has none. */
  readonly etag: string | null
}

/** Operations that answer lists. */
export type ListId = {
  [Id in OperationId]: Operations[Id]['reply'] extends readonly unknown[] ? Id : never
}[OperationId]

type Item<Id extends ListId> = Operations[Id]['reply'][number]

export interface ListPage<Row> {
  readonly rows: readonly Row[]
  /** Number of all matches. */
  readonly total: number
}

/** Operations that take a file. */
export type UploadId = {
  [Id in OperationId]: Operations[Id]['input'] extends { body: { file: Blob } } ? Id : never
}[OperationId]

/** The input of an upload. */
export type UploadInput<Id extends UploadId> = Omit<Input<Id>, 'body'> & {
  readonly file: UploadSource
  readonly filename: string
  readonly fields?: Readonly<Record<string, string>>
  readonly onProgress?: (progress: Progress) => void
}

/** One event of a job. */
export interface JobEvent {
  readonly id: string
  readonly status: 'working' | 'complete' | 'error'
  readonly message: string
  /** Seconds since the Unix epoch. */
  readonly updated_at: string
}

export type Client = ReturnType<typeof createClient>

const MAX_ROWS = 100

/** Makes a client; no connection is opened before the first call. */
export function createClient(options: ClientOptions) {
  const connection = connectionOf(options)
  const call = async <Id extends OperationId>(
    id: Id,
    ...[input = {}]: Arguments<Id>
  ): Promise<Answer<Operations[Id]['reply']>> => {
    const answer = await answerOf<Id>(await ask(connection, id, input))
    keepToken(connection, id, answer.data)
    return answer
  }
  const stream = (path: string, { signal, ...options }: StreamOptions) =>
    resume(
      (lastEventId) => {
        const headers = {
          accept: 'text/event-stream',
          ...(lastEventId !== '' && { 'last-event-id': lastEventId }),
        }
        return send(connection, { method: 'GET', path, headers, signal })
      },
      { ...options, ...(signal && { signal }) },
    )
  return {
    /**
     * Calls an operation.
     *
     * @throws ApiError for every answer that is not a success, 304 included; the error of `fetch` if there is no answer
     */
    call,

    /** The pages of a list, one request each; `per_page` in the query is their size. */
    pages: <Id extends ListId>(id: Id, ...[input = {}]: Arguments<Id>) =>
      pagesOf<Id>(connection, id, input),

    /** All rows of a list; each page is requested when its first row is read. */
    async *rows<Id extends ListId>(
      id: Id,
      ...[input = {}]: Arguments<Id>
    ): AsyncGenerator<Item<Id>, void, undefined> {
      for await (const { rows } of pagesOf<Id>(connection, id, input)) yield* rows
    },

    /** The events of a job until it ends; resumes if the connection breaks. */
    async *follow(
      jobId: string,
      options: StreamOptions = {},
    ): AsyncGenerator<JobEvent, void, undefined> {
      const path = pathOf('/v2/jobs/{job_id}', { path: { job_id: jobId } })
      for await (const { id, data } of stream(path, options)) {
        const event: JobEvent = { id, ...JSON.parse(data) }
        yield event
        if (event.status !== 'working') return
      }
    },

    /** The events of a site, until the caller leaves the loop; `data` is the parsed JSON. */
    async *events(
      siteId: string,
      options: StreamOptions = {},
    ): AsyncGenerator<Omit<ServerEvent, 'data'> & { readonly data: unknown }, void, undefined> {
      const path = pathOf('/v2/sites/{site_id}/events', { path: { site_id: siteId } })
      for await (const event of stream(path, options)) {
        yield { ...event, data: JSON.parse(event.data) }
      }
    },

    /** Calls an operation that takes a file, and reports the progress. */
    async upload<Id extends UploadId>(
      id: Id,
      input: UploadInput<Id>,
    ): Promise<Answer<Operations[Id]['reply']>> {
      return answerOf<Id>(await send(connection, uploadOf(id, input, connection.changeSet)))
    },
  }
}

function ask(connection: Connection, id: OperationId, input: AnyInput): Promise<Response> {
  return send(connection, requestOf(id, input, connection.changeSet))
}

function connectionOf(options: ClientOptions): Connection {
  const { url, csrf, fetch, retries = 3, onWait, changeSet = null } = options
  return {
    url: url.replace(/(?<!\/)\/+$/, ''),
    authorization: authorizationOf(options),
    // In browsers, `fetch` must be called as a method of the window.
    fetch: fetch ?? ((address, init) => globalThis.fetch(address, init)),
    retries,
    onWait,
    csrf: csrf ?? null,
    changeSet,
  }
}

function authorizationOf({ key, secret = '', token }: ClientOptions): string | null {
  if (token !== undefined) return `Bearer ${token}`
  return key === undefined ? null : `Basic ${btoa(`${key}:${secret}`)}`
}

async function answerOf<Id extends OperationId>(
  response: Response,
): Promise<Answer<Operations[Id]['reply']>> {
  const { status, headers } = response
  // Not JSON Lines.
  const isJson = /^application\/json(;|$)/.test(headers.get('content-type') ?? '')
  // The types are generated from the OpenAPI document, and the server's tests check every answer against it.
  const data: unknown = await (isJson ? response.json() : response.blob())
  return { status, headers, data: data as Operations[Id]['reply'], etag: headers.get('etag') }
}

/** Keeps the session's token, for the requests that follow. */
function keepToken(connection: Connection, id: OperationId, data: unknown): void {
  if (id !== 'signIn' && id !== 'getSession') return
  const { csrf_token: token } = Object(data)
  if (typeof token === 'string') connection.csrf = token
}

async function* pagesOf<Id extends ListId>(
  connection: Connection,
  id: Id,
  input: AnyInput,
): AsyncGenerator<ListPage<Item<Id>>, void, undefined> {
  // From row to row, so that nothing is missed or repeated while others write.
  for (let after: string | null = ''; after !== null;) {
    const query = { per_page: MAX_ROWS, ...input.query, after }
    const { data, headers } = await answerOf<Id>(await ask(connection, id, { ...input, query }))
    yield { rows: data, total: Number(headers.get('x-total-count') ?? data.length) }
    after = cursorIn(headers.get('link') ?? '')
  }
}

/** The cursor in the link to the next part; null if there is none. */
function cursorIn(link: string): string | null {
  return /[?&]after=([\w-]+)>; rel="next"/.exec(link)?.[1] ?? null
}

function uploadOf<Id extends UploadId>(
  id: Id,
  input: UploadInput<Id>,
  changeSet: string | null,
): Sending {
  const { file, filename, fields = {}, onProgress } = input
  const { path, query, signal }: AnyInput = input
  const form = sendableForm({ file, filename, fields, onProgress })
  const headers = { ...form.headers, ...input.headers }
  const request = requestOf(id, { path, query, signal, headers }, changeSet)
  return { ...request, body: form.body, fetch: form.fetch }
}
