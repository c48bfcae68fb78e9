/**
 * Replaces the parser of formidable, which koa-body uses, by `multipart.ts`. Formidable's own parser emits every line
 * end of a file separately and takes over a minute for 40 MB of them. Files, fields and their limits stay with
 * formidable.
 */

import { PassThrough, Stream } from 'node:stream'
import type { IncomingMessage } from 'node:http'
import { tooLarge } from './json-body.js'
import { boundaryOf, readParts, type Part } from './multipart.js'

/** The internals of formidable that its plugins use. */
interface Reader {
  readonly headers: IncomingMessage['headers']
  readonly bytesReceived: number
  /** Set by the first failure. */
  readonly error: unknown
  type: string
  ended: boolean
  _parser: PassThrough
  onPart(part: Stream): Promise<void>
  _error(error: unknown): void
  _maybeEnd(): void
}

interface Limits {
  /** Most bytes of the file. */
  readonly file: number
  /** Most bytes of the rest. */
  readonly around: number
}

export function formParts(limits: Limits): (form: object) => void {
  return (form) => {
    // These are missing in its types.
    const reader = form as Reader
    reader.type = 'multipart'
    reader._parser = new PassThrough()
    read(reader, limits).catch((error: unknown) => reader._error(error))
  }
}

async function read(reader: Reader, limits: Limits): Promise<void> {
  const boundary = boundaryOf(reader.headers['content-type'] ?? '')
  for await (const part of readParts(limited(reader, limits), boundary)) {
    const given = partOf(part)
    await reader.onPart(given)
    for await (const piece of part.content) given.emit('data', piece)
    given.emit('end')
  }
  reader.ended = true
  reader._maybeEnd()
}

async function* limited(reader: Reader, { file, around }: Limits): AsyncGenerator<Buffer> {
  for await (const chunk of reader._parser) {
    if (reader.bytesReceived > file + around) throw tooLarge(file)
    // It has reported an error and needs no more.
    if (reader.error) return
    yield chunk as Buffer
  }
}

function partOf({ name, filename, type }: Part): Stream {
  const named = { name, originalFilename: filename, mimetype: type }
  return Object.assign(new Stream(), named, { headers: {}, transferEncoding: 'utf-8' })
}
