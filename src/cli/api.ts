/** The API as commands use it: JSON in and out, uploads, and jobs that are followed to their end. */

import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { z } from 'zod'
import { CommandError } from './command-error.js'
import { readEvents } from './server-sent-events.js'

/** Where the API is and who asks. */
export interface ApiAddress {
  readonly url: string
  /** Value of the `Authorization` header. */
  readonly authorization: string
}

export interface Upload {
  /** File on disk. */
  readonly file: string
  readonly name: string
  readonly fields: Readonly<Record<string, string>>
}

/** Errors of the API are CommandErrors with its message. */
export interface Api {
  /** The JSON of an answer. */
  call(method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, json?: unknown): Promise<unknown>
  /** All pages of a list. */
  list(path: string): Promise<unknown[]>
  upload(path: string, upload: Upload): Promise<unknown>
  /** Follows a job to its end, whatever becomes of the connection. */
  follow(jobId: string, onMessage: (message: string) => void): Promise<JobEnd>
}

export interface JobEnd {
  readonly ok: boolean
  readonly message: string
}

/** What is sent; a stream as body needs `duplex`. */
interface Init {
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | ReadableStream
  readonly duplex?: 'half'
}

const PER_PAGE = 1000
/** A stream that is cut is taken up again so often in a row. */
const TRIES = 5

export function createApi(address: ApiAddress): Api {
  const send = (path: string, init: Init = {}) => request(address, path, init)
  const call: Api['call'] = async (method, path, json) => {
    const body = json === undefined ? {} : { body: JSON.stringify(json) }
    const headers = json === undefined ? {} : { 'content-type': 'application/json' }
    const response = await send(path, { method, headers, ...body })
    return response.json()
  }
  return {
    call,
    list: async (path) => {
      const found: unknown[] = []
      for (let page = 1; ; page += 1) {
        const rows = await call('GET', `${path}?page=${page}&per_page=${PER_PAGE}`)
        if (!Array.isArray(rows)) throw new CommandError('The server answered no list.')
        found.push(...rows)
        if (rows.length < PER_PAGE) return found
      }
    },
    upload: async (path, upload) => (await send(path, await multipart(upload))).json(),
    follow: (jobId, onMessage) => follow(send, jobId, onMessage),
  }
}

async function request(
  { url, authorization }: ApiAddress,
  path: string,
  init: Init,
): Promise<Response> {
  let response: Response
  try {
    const headers = { authorization, ...init.headers }
    response = await fetch(`${url}${path}`, { ...init, headers })
  } catch (error) {
    throw new CommandError(`The server at ${url} does not answer.`, { cause: error })
  }
  if (response.ok) return response
  throw new CommandError(messageOf(await response.text(), response.status))
}

const failure = z.object({
  message: z.string(),
  details: z.array(z.object({ field: z.string(), message: z.string() })).optional(),
})

function messageOf(text: string, status: number): string {
  try {
    const { message, details = [] } = failure.parse(JSON.parse(text))
    const fields = details.map((detail) => `${detail.field} ${detail.message}`)
    return fields.length > 1 ? `${message} (${fields.join('; ')})` : message
  } catch {
    return `The server answered ${status}.`
  }
}

/** Streams the file, so that a large ZIP is never in memory. */
async function multipart({ file, name, fields }: Upload): Promise<Init> {
  const boundary = `galley-${Date.now().toString(36)}-${process.pid}`
  const part = (disposition: string, rest: string) =>
    `--${boundary}\r\nContent-Disposition: form-data; ${disposition}${rest}`
  const texts = Object.entries(fields).map(([key, value]) =>
    part(`name="${key}"`, `\r\n\r\n${value}\r\n`),
  )
  const type = '\r\nContent-Type: application/zip\r\n\r\n'
  const filename = encodeURIComponent(name)
  const head = Buffer.from(texts.join('') + part(`name="file"; filename="${filename}"`, type))
  const tail = Buffer.from(`\r\n--${boundary}--\r\n`)
  const { size } = await stat(file)
  const body = streamOf(
    (async function* () {
      yield head
      for await (const chunk of createReadStream(file)) yield Buffer.from(chunk)
      yield tail
    })(),
  )
  const headers = {
    'content-type': `multipart/form-data; boundary=${boundary}`,
    'content-length': String(head.length + size + tail.length),
  }
  return { method: 'POST', headers, body, duplex: 'half' }
}

function streamOf(chunks: AsyncGenerator<Uint8Array<ArrayBuffer>>): ReadableStream {
  return new ReadableStream<Uint8Array<ArrayBuffer>>({
    async pull(controller) {
      const { done, value } = await chunks.next()
      if (done) controller.close()
      else controller.enqueue(value)
    },
  })
}

const jobEvent = z.object({
  status: z.enum(['working', 'complete', 'error']),
  message: z.string(),
})

async function follow(
  send: (path: string, init?: Init) => Promise<Response>,
  jobId: string,
  onMessage: (message: string) => void,
): Promise<JobEnd> {
  let lastId = ''
  for (let left = TRIES; left > 0; left -= 1) {
    const headers: Record<string, string> = lastId === '' ? {} : { 'Last-Event-ID': lastId }
    const { body } = await send(`/v2/jobs/${jobId}`, { headers })
    try {
      for await (const { id, data } of readEvents(body ?? [])) {
        left = TRIES
        lastId = id
        const { status, message } = jobEvent.parse(JSON.parse(data))
        if (status !== 'working') return { ok: status === 'complete', message }
        onMessage(message)
      }
    } catch (error) {
      if (error instanceof z.ZodError) throw error
      // Cut: what was missed is asked for with the number of the last event.
    }
  }
  throw new CommandError(`The job ${jobId} could not be followed to its end.`)
}
