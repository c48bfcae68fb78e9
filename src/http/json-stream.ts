/**
 * Long lists as JSON: written piece by piece as fast as they are read, so that nobody waits until a
 * list of 10,000 is a text of 20 MB.
 */

import { Readable } from 'node:stream'
import { createYielder } from '../system/yielding.js'

/** Shorter lists are written in one piece, and say how long they are. */
const MOST_IN_ONE_PIECE = 100
const PIECE_CHARACTERS = 64 * 1024

export const JSON_TYPE = 'application/json; charset=utf-8'

/** A body as it is sent: a stream of JSON where it is a long list, else as it was. */
export function sendable(body: unknown): unknown {
  return Array.isArray(body) && body.length > MOST_IN_ONE_PIECE
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
  return Array.isArray(body) && body.length > MOST_IN_ONE_PIECE ? body.length * ROW_BYTES : held
}

/** A JSON list of rows as a stream, made as it is read. @param toText JSON of a row */
export function streamOf<Row>(rows: readonly Row[], toText: (row: Row) => string): Readable {
  return Readable.from(piecesOf(textsOf(rows, toText)))
}

/** The JSON of each row, made when it is asked for. */
export function* textsOf<Row>(
  rows: readonly Row[],
  toText: (row: Row) => string,
): Generator<string> {
  for (const row of rows) yield toText(row)
}

/**
 * A JSON list, in pieces; others have their turn in between, however quick the reader is.
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
