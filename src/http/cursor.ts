/**
 * Cursors of lists: the place of the last row, and which list it is a place in. Clients take them as they are. They hold
 * nothing but values of a row that was shown, and give no access: the list is filtered anew each time.
 */

import { createHash } from 'node:crypto'
import { z } from 'zod'
import { invalid } from '../errors.js'
import type { Place } from '../service/branch/views.js'

/** Longest cursor in characters: that of a path of 4,096 bytes. */
export const MAX_CURSOR = 8000

interface Asked {
  readonly path: string
  /** As sent, without `?`. */
  readonly querystring: string
}

const content = z.tuple([z.string()], z.union([z.string(), z.number(), z.null()]))

export function formatCursor(place: Place, asked: Asked): string {
  return Buffer.from(JSON.stringify([listOf(asked), ...place])).toString('base64url')
}

/** The place in a cursor; empty if it is. @throws GalleyError `validation_failed` if it is of another list, or none */
export function parseCursor(cursor: string, asked: Asked): Place {
  if (cursor === '') return []
  const [list, ...place] = parse(cursor)
  if (list !== listOf(asked))
    throw invalid(
      'after',
      'is of another list: begin again with an empty one, or send the same query',
    )
  return place
}

function parse(cursor: string): z.output<typeof content> {
  try {
    return content.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString()))
  } catch {
    throw invalid('after', 'is no cursor: take it from the `next` link')
  }
}

/** Names a list: its path and its query, but for what only says which part. */
function listOf({ path, querystring }: Asked): string {
  const query = new URLSearchParams(querystring)
  for (const name of ['after', 'page', 'per_page']) query.delete(name)
  query.sort()
  return createHash('sha256').update(`${path}?${query.toString()}`).digest('base64url').slice(0, 16)
}
