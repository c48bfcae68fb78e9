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

/** Converts a long list to a JSON stream; returns other bodies unchanged. */
export function sendable(body: unknown): unknown {
  return Array.isArray(body) && body.length > MAX_IN_ONE_PIECE
    ? streamOf(body, JSON.stringify)
    : body
}

/** Roughly the bytes of a row that waits to be written. */
const ROW_BYTES = 512

/** Bytes that a long list holds in memory while it is read; 0 for what is written at once. */
export function heldBy({
  body,
  held = 0,
}: {
  readonly body?: unknown
  readonly held?: number
}): number {
  return Array.isArray(body) && body.length > MAX_IN_ONE_PIECE ? body.length * ROW_BYTES : held
}

/** A JSON list as a stream. @param toText formats a row */
export function streamOf<Row>(rows: readonly Row[], toText: (row: Row) => string): Readable {
  return Readable.from(piecesOf(textsOf(rows, toText)))
}

/** The JSON of each row, made on demand. */
export function* textsOf<Row>(
  rows: readonly Row[],
  toText: (row: Row) => string,
): Generator<string> {
  for (const row of rows) yield toText(row)
}

/**
 * The pieces of a JSON list. Yields to the event loop in between, even if the client reads fast.
 *
 * @param texts the JSON of each item
 */
export async function* piecesOf(
  texts: Iterable<string> | AsyncIterable<string>,
): AsyncGenerator<string> {
  let piece = '['
  let isFirst = true
  const yieldIfDue = createYielder()
  for await (const text of texts) {
    piece += (isFirst ? '' : ',') + text
    isFirst = false
    await yieldIfDue()
    if (piece.length < PIECE_CHARACTERS) continue
    yield piece
    piece = ''
  }
  yield `${piece}]`
}
