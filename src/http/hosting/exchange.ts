/** Writes the answers of the built-in host. */

import { open, type FileHandle } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { pipeline } from 'node:stream/promises'
import type { Lent } from './encoding.js'

/** A request and its answer. */
export interface Exchange {
  readonly request: IncomingMessage
  readonly response: ServerResponse
}

/** Names and values of headers in turn: the form that Node writes without looking at each. */
export type Headers = readonly string[]

export interface Head {
  readonly status: number
  readonly headers: Headers
}

/** From `start` (inclusive) to `end` (exclusive), in bytes. */
export interface Part {
  readonly start: number
  readonly end: number
}

const ALWAYS: Headers = ['X-Content-Type-Options', 'nosniff']

const PIECE_BYTES = 64 * 1024

/** Sends a short text. */
export function sendText({ response }: Exchange, head: Head, text: string): void {
  const body = text === '' ? '' : `${text}\n`
  const type: Headers = text === '' ? [] : ['Content-Type', 'text/plain; charset=utf-8']
  writeHead(response, head, [...type, 'Content-Length', String(Buffer.byteLength(body))])
  response.end(body)
}

/** Sends the headers alone: the answer to HEAD, and one without a body. */
export function sendHead({ response }: Exchange, head: Head, more: Headers = []): void {
  writeHead(response, head, more)
  response.end()
}

/**
 * Sends a body from memory, or a part of it, and gives it back as soon as the system has all of it. A text goes out with
 * the head in one piece.
 */
export function sendLent(
  { response }: Exchange,
  head: Head,
  { body, giveBack, part }: Lent & { readonly part?: Part },
): void {
  const { start, end } = part ?? { start: 0, end: body.length }
  writeHead(response, head, ['Content-Length', String(end - start)])
  const isWhole = end - start === body.length
  if (typeof body === 'string') response.end(isWhole ? body : body.slice(start, end), 'latin1')
  else response.end(isWhole ? body : body.subarray(start, end))
  if (response.closed || response.writableLength === 0) giveBack()
  else response.once('close', giveBack)
}

/** Sends a part of a file. The head is not written if the file can't be opened, or a short part not be read. */
export async function sendFile(
  { response }: Exchange,
  head: Head,
  { file, start, end }: Part & { readonly file: string },
): Promise<void> {
  const handle = await open(file)
  const length: Headers = ['Content-Length', String(end - start)]
  if (end - start <= PIECE_BYTES) {
    const bytes = await readPart(handle, { start, end })
    writeHead(response, head, length)
    response.end(bytes)
    return
  }
  writeHead(response, head, length)
  const options = { start, end: end - 1, highWaterMark: PIECE_BYTES }
  await pipeline(handle.createReadStream(options), response)
}

/** Closes the file. @throws Error if it is too short */
async function readPart(handle: FileHandle, { start, end }: Part): Promise<Buffer> {
  const bytes = Buffer.allocUnsafe(end - start)
  try {
    let at = 0
    while (at < bytes.length) {
      const { bytesRead } = await handle.read(bytes, at, bytes.length - at, start + at)
      if (bytesRead === 0) throw new Error(`a file ends at byte ${start + at}, before ${end}`)
      at += bytesRead
    }
    return bytes
  } finally {
    await handle.close()
  }
}

function writeHead(response: ServerResponse, { status, headers }: Head, more: Headers): void {
  response.writeHead(status, [...ALWAYS, ...headers, ...more])
}
