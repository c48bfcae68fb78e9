/**
 * Long lists as JSON: written piece by piece as fast as they are read, so that nobody waits until a
 * list of 10,000 is a text of 20 MB.
 */

import { Readable } from 'node:stream'
import { createTurns } from '../system/turns.js'

/** Shorter lists are written in one piece, and say how long they are. */
const MOST_IN_ONE_PIECE = 100
const PIECE_CHARACTERS = 64 * 1024

export const JSON_TYPE = 'application/json; charset=utf-8'

/** A body as it is sent: a stream of JSON where it is a long list, else as it was. */
export function sendable(body: unknown): unknown {
  return Array.isArray(body) && body.length > MOST_IN_ONE_PIECE
    ? Readable.from(piecesOf(body))
    : body
}

/** The JSON of each of many as a stream, made as it is read. */
export function streamOf<Row>(rows: readonly Row[], toJson: (row: Row) => unknown): Readable {
  const made = function* (): Generator<unknown> {
    for (const row of rows) yield toJson(row)
  }
  return Readable.from(piecesOf(made()))
}

/** The JSON of a list, in pieces; others have their turn in between, however quick the reader is. */
export async function* piecesOf(
  list: Iterable<unknown> | AsyncIterable<unknown>,
): AsyncGenerator<string> {
  let piece = '['
  let isFirst = true
  const others = createTurns()
  for await (const item of list) {
    piece += (isFirst ? '' : ',') + JSON.stringify(item)
    isFirst = false
    await others()
    if (piece.length < PIECE_CHARACTERS) continue
    yield piece
    piece = ''
  }
  yield `${piece}]`
}
