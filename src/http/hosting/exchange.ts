/** Writes the answers of the built-in host. */

import { open } from 'node:fs/promises'
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

/** Sends a body from memory, and gives it back as soon as the system has all of it. */
export function sendLent({ response }: Exchange, head: Head, { body, giveBack }: Lent): void {
  writeHead(response, head, ['Content-Length', String(body.length)])
  response.end(body)
  if (response.closed || response.writableLength === 0) giveBack()
  else response.once('close', giveBack)
}

/** Sends a part of a file. The head is not written if the file can't be opened. */
export async function sendFile(
  { response }: Exchange,
  head: Head,
  { file, start, end }: Part & { readonly file: string },
): Promise<void> {
  const handle = await open(file)
  writeHead(response, head, ['Content-Length', String(end - start)])
  const options = { start, end: end - 1, highWaterMark: PIECE_BYTES }
  await pipeline(handle.createReadStream(options), response)
}

function writeHead(response: ServerResponse, { status, headers }: Head, more: Headers): void {
  response.writeHead(status, [...ALWAYS, ...headers, ...more])
}
