/**
 * Writes long lists as JSON piece by piece, as fast as the client reads, so that a list of 10,000 rows is never a
 * text of 20 MB in memory.
 */

import { Readable } from 'node:stream'
import { createYielder } from '../system/yielding.js'

/** Shorter lists are sent in one piece, with a `Content-Length`. */
const MAX_IN_ONE_PIECE = 100
const PIECE_CHARACTERS = 64 * 1024

export const JSON_TYPE = 'application/json; charset=utf-8'

/** Converts a long list to a JSON stream and other JSON values to text; returns null, text, bytes and streams unchanged. */
export function sendable(body: unknown): unknown {
  if (isLongList(body)) return streamOf(body, JSON.stringify)
  const isReady = body === null || typeof body === 'string'
  if (isReady || body instanceof Uint8Array || body instanceof Readable) return body
  return JSON.stringify(body)
}

function isLongList(body: unknown): body is unknown[] {
  return Array.isArray(body) && body.length > MAX_IN_ONE_PIECE
}

/** Roughly the bytes of a row that waits to be written. */
const ROW_BYTES = 512

interface Sending {
  readonly body?: unknown
  readonly held?: number
}

/**
 * Roughly the bytes that an answer holds in memory until it is read.
 *
 * @param sent what `sendable` made of its body
 */
export function heldBy({ body, held = 0 }: Sending, sent: unknown): number {
  if (isLongList(body)) return body.length * ROW_BYTES
  if (sent instanceof Readable && !sent.readableObjectMode)
    return Math.max(held, sent.readableHighWaterMark)
  return typeof sent === 'string' || sent instanceof Uint8Array ? sent.length : held
}

/** JSON in one piece, or in pieces that are made on demand: of a long text, each takes only a short time. */
export type JsonText = string | Iterable<string>

/** A JSON list as a stream. @param toText formats a row */
export function streamOf<Row>(rows: readonly Row[], toText: (row: Row) => JsonText): Readable {
  return Readable.from(piecesOf(textsOf(rows, toText)))
}

/** The JSON of each row, made on demand. */
export function* textsOf<Row>(
  rows: readonly Row[],
  toText: (row: Row) => JsonText,
): Generator<JsonText> {
  for (const row of rows) yield toText(row)
}

/** The pieces of one JSON text. */
export function partsOf(text: JsonText): Iterable<string> {
  return typeof text === 'string' ? [text] : text
}

/**
 * The pieces of a JSON list. Yields to the event loop in between, even if the client reads fast.
 *
 * @param texts the JSON of each item
 */
export async function* piecesOf(
  texts: Iterable<JsonText> | AsyncIterable<JsonText>,
): AsyncGenerator<string> {
  let piece = '['
  let before = ''
  const yieldIfDue = createYielder()
  for await (const text of texts) {
    piece += before
    before = ','
    for (const part of partsOf(text)) {
      piece += part
      await yieldIfDue()
      if (piece.length < PIECE_CHARACTERS) continue
      yield piece
      piece = ''
    }
  }
  yield `${piece}]`
}
