/**
 * Uploads with progress. In browsers, only XMLHttpRequest reports it. Elsewhere the form is sent as a stream, so that
 * a large file is never in memory as a whole.
 */

import type { Fetch, FetchInit } from './send.js'

/** A file to send: a Blob, or another source that has a size and can be read several times. */
export interface UploadSource {
  /** Bytes. */
  readonly size: number
  stream(): ReadableStream<Uint8Array<ArrayBuffer>>
}

export interface Progress {
  /** Bytes sent, with those of the form around the file. */
  readonly sent: number
  readonly total: number
}

interface UploadForm {
  readonly file: UploadSource
  readonly filename: string
  /** Text fields, in addition to the file. */
  readonly fields: Readonly<Record<string, string>>
  readonly onProgress: ((progress: Progress) => void) | undefined
}

/** How a form is sent on this platform. */
interface Sendable {
  readonly headers: Readonly<Record<string, string>>
  readonly body: () => FetchInit['body']
  readonly fetch: Fetch | undefined
}

/** Chooses the way that this platform offers. */
export function sendableForm(form: UploadForm): Sendable {
  const create: unknown = Reflect.get(globalThis, 'XMLHttpRequest')
  if (isConstructor(create) && form.file instanceof Blob) return byRequest(form, create)
  return byStream(form)
}

/** The part of XMLHttpRequest that is used. */
interface Request {
  readonly upload: {
    onprogress: ((event: { readonly loaded: number; readonly total: number }) => void) | null
  }
  readonly status: number
  readonly response: unknown
  responseType: string
  onload: (() => void) | null
  onerror: (() => void) | null
  onabort: (() => void) | null
  open(method: string, url: string): void
  setRequestHeader(name: string, value: string): void
  getAllResponseHeaders(): string
  send(body: unknown): void
  abort(): void
}

type RequestConstructor = new () => Request

function isConstructor(value: unknown): value is RequestConstructor {
  return typeof value === 'function'
}

function byRequest(form: UploadForm, create: RequestConstructor): Sendable {
  const data = new FormData()
  for (const [name, value] of Object.entries(form.fields)) data.append(name, value)
  if (form.file instanceof Blob) data.append('file', form.file, form.filename)
  return { headers: {}, body: () => data, fetch: fetchBy(create, form.onProgress) }
}

function fetchBy(create: RequestConstructor, onProgress: UploadForm['onProgress']): Fetch {
  return (url, { method, headers, body, signal }) =>
    new Promise((resolve, reject) => {
      const request = new create()
      request.open(method, url)
      for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
      request.responseType = 'text'
      request.upload.onprogress = ({ loaded, total }) => onProgress?.({ sent: loaded, total })
      request.onload = () => resolve(responseOf(request))
      request.onerror = () => reject(new TypeError('The server does not answer.'))
      request.onabort = () => reject(signal?.reason)
      signal?.addEventListener('abort', () => request.abort(), { once: true })
      if (signal?.aborted) reject(signal.reason)
      else request.send(body)
    })
}

function responseOf(request: Request): Response {
  const headers = new Headers()
  for (const line of request.getAllResponseHeaders().trim().split(/\r?\n/)) {
    const colon = line.indexOf(':')
    if (colon > 0) headers.append(line.slice(0, colon), line.slice(colon + 1))
  }
  return new Response(String(request.response), { status: request.status, headers })
}

function byStream({ file, filename, fields, onProgress }: UploadForm): Sendable {
  const boundary = `galley-${crypto.randomUUID()}`
  const part = (disposition: string, rest: string) =>
    `--${boundary}\r\nContent-Disposition: form-data; ${disposition}\r\n${rest}`
  const texts = Object.entries(fields).map(([name, value]) =>
    part(`name="${escapeName(name)}"`, `\r\n${value}\r\n`),
  )
  const type = 'Content-Type: application/octet-stream\r\n\r\n'
  const encoder = new TextEncoder()
  const disposition = `name="file"; filename="${escapeName(filename)}"`
  const head = encoder.encode(texts.join('') + part(disposition, type))
  const tail = encoder.encode(`\r\n--${boundary}--\r\n`)
  const total = head.length + file.size + tail.length
  return {
    headers: {
      'content-type': `multipart/form-data; boundary=${boundary}`,
      'content-length': String(total),
    },
    body: () => counted(concatenated(head, file, tail), (sent) => onProgress?.({ sent, total })),
    fetch: undefined,
  }
}

/** As browsers write names in forms. @see HTML standard, multipart/form-data */
function escapeName(name: string): string {
  return name.replaceAll('"', '%22').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
}

async function* concatenated(
  head: Uint8Array<ArrayBuffer>,
  file: UploadSource,
  tail: Uint8Array<ArrayBuffer>,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  yield head
  const reader = file.stream().getReader()
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) break
      yield value
    }
  } finally {
    void reader.cancel().catch(() => undefined)
  }
  yield tail
}

function counted(
  chunks: AsyncGenerator<Uint8Array<ArrayBuffer>>,
  count: (sent: number) => void,
): ReadableStream<Uint8Array<ArrayBuffer>> {
  let sent = 0
  return new ReadableStream<Uint8Array<ArrayBuffer>>({
    async pull(controller) {
      const { done, value } = await chunks.next()
      if (done) return controller.close()
      controller.enqueue(value)
      sent += value.length
      count(sent)
    },
    async cancel() {
      await chunks.return(undefined)
    },
  })
}
