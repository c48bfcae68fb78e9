/**
 * The client of the API, for browsers and Node 20: `import { createClient } from 'galley/client'`.
 *
 * Typed by `api.ts`, which is made from the server's OpenAPI document. It knows no operation by itself
 * but those of sessions, whose token it keeps, and of jobs, which it follows.
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
  /** Of the server, such as `https://galley.example.org`; `""` for that of the page. */
  readonly url: string
  /** Key pair; without one, the session of the browser counts. */
  readonly key?: string
  readonly secret?: string
  /** `csrf_token` of the session; kept by itself after `signIn` and `getSession`. */
  readonly csrf?: string
  readonly fetch?: Fetch
  /** How often a request is sent again when that does no harm; 3 unless said. */
  readonly retries?: number
  /** Told when the server puts a request off (429, 503), which is sent again by itself after that. */
  readonly onWait?: (wait: ServerWait) => void
}

/** What an operation is given. */
export type Input<Id extends OperationId> = Operations[Id]['input'] & Common

/** What comes after the name of an operation: left out where it needs nothing. */
export type Arguments<Id extends OperationId> =
  Record<never, never> extends Operations[Id]['input'] ? [input?: Input<Id>] : [input: Input<Id>]

/** A successful answer. */
export interface Answer<Data> {
  readonly status: number
  readonly headers: Headers
  /** JSON value; a Blob for what is none. */
  readonly data: Data
  /** For `If-Match`; null where there is none. */
  readonly etag: string | null
}

/** Operations that answer lists. */
export type ListId = {
  [Id in OperationId]: Operations[Id]['reply'] extends readonly unknown[] ? Id : never
}[OperationId]

type Item<Id extends ListId> = Operations[Id]['reply'][number]

export interface ListPage<Row> {
  readonly rows: readonly Row[]
  /** Of all matches. */
  readonly total: number
}

/** Operations that take a file. */
export type UploadId = {
  [Id in OperationId]: Operations[Id]['input'] extends { body: { file: Blob } } ? Id : never
}[OperationId]

/** What an upload is given. */
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

/** Makes a client; it opens nothing until it is asked. */
export function createClient(options: ClientOptions) {
  const connection = connectionOf(options)
  const call = async <Id extends OperationId>(
    id: Id,
    ...[input = {}]: Arguments<Id>
  ): Promise<Answer<Operations[Id]['reply']>> => {
    const answer = await answerOf<Id>(await send(connection, requestOf(id, input)))
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
     * Carries an operation out.
     *
     * @throws ApiError for every answer that is no success, 304 included; what `fetch` throws for none
     */
    call,

    /** The pages of a list, one request each. `per_page` of the query is their size. */
    pages: <Id extends ListId>(id: Id, ...[input = {}]: Arguments<Id>) =>
      pagesOf<Id>(connection, id, input),

    /** Every row of a list, page by page as they are taken. */
    async *rows<Id extends ListId>(
      id: Id,
      ...[input = {}]: Arguments<Id>
    ): AsyncGenerator<Item<Id>, void, undefined> {
      for await (const { rows } of pagesOf<Id>(connection, id, input)) yield* rows
    },

    /** The events of a job until it is over, whatever becomes of the connection. */
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

    /** What happens on a site, until the loop is left; `data` is the parsed JSON. */
    async *events(
      siteId: string,
      options: StreamOptions = {},
    ): AsyncGenerator<Omit<ServerEvent, 'data'> & { readonly data: unknown }, void, undefined> {
      const path = pathOf('/v2/sites/{site_id}/events', { path: { site_id: siteId } })
      for await (const event of stream(path, options)) {
        yield { ...event, data: JSON.parse(event.data) }
      }
    },

    /** Carries out an operation that takes a file, and tells how far it is. */
    async upload<Id extends UploadId>(
      id: Id,
      input: UploadInput<Id>,
    ): Promise<Answer<Operations[Id]['reply']>> {
      return answerOf<Id>(await send(connection, uploadOf(id, input)))
    },
  }
}

function connectionOf(options: ClientOptions): Connection {
  const { url, key, secret, csrf, fetch, retries = 3, onWait } = options
  return {
    url: url.replace(/(?<!\/)\/+$/, ''),
    authorization: key === undefined ? null : `Basic ${btoa(`${key}:${secret ?? ''}`)}`,
    // Browsers want it called on the window.
    fetch: fetch ?? ((address, init) => globalThis.fetch(address, init)),
    retries,
    onWait,
    csrf: csrf ?? null,
  }
}

async function answerOf<Id extends OperationId>(
  response: Response,
): Promise<Answer<Operations[Id]['reply']>> {
  const { status, headers } = response
  const isJson = headers.get('content-type')?.startsWith('application/json') ?? false
  // The types are made from the very document that the server holds its answers to.
  const data: unknown = await (isJson ? response.json() : response.blob())
  return { status, headers, data: data as Operations[Id]['reply'], etag: headers.get('etag') }
}

/** Whoever signs in or asks who is signed in goes on with the session's token. */
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
  const size = Number(Reflect.get(input.query ?? {}, 'per_page') ?? MAX_ROWS)
  for (let page = 1; ; page += 1) {
    const query = { ...input.query, per_page: size, page }
    const { data, headers } = await answerOf<Id>(
      await send(connection, requestOf(id, { ...input, query })),
    )
    const total = Number(headers.get('x-total-count') ?? data.length)
    yield { rows: data, total }
    if (data.length === 0 || page * size >= total) return
  }
}

function uploadOf<Id extends UploadId>(id: Id, input: UploadInput<Id>): Sending {
  const { file, filename, fields = {}, onProgress } = input
  const { path, query, signal }: AnyInput = input
  const form = sendableForm({ file, filename, fields, onProgress })
  const request = requestOf(id, {
    path,
    query,
    signal,
    headers: { ...form.headers, ...input.headers },
  })
  return { ...request, body: form.body, fetch: form.fetch }
}
