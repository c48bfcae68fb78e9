/**
 * Pagination of lists: `page`, `per_page`, `Link`, `X-Total-Count`.
 *
 * @see src/http/README.md (Conventions)
 */

import { createHash, type Hash } from 'node:crypto'
import { Readable } from 'node:stream'
import { z } from 'zod'
import { MAX_LIST_PART_BYTES } from '../model/limits.js'
import { concatYielding } from '../system/yielding.js'
import { partsOf, piecesOf, textsOf, type JsonText } from './json-stream.js'
import { linkHeader } from './link-header.js'
import type { RawRequest, Reply } from './route.js'
import { onceText } from './wire/common.js'

const MAX_PAGE_SIZE = 10_000
const DEFAULT = 30

const WHOLE = /^[1-9]\d{0,14}$/

const number = onceText.regex(WHOLE, 'must be a whole number from 1').transform(Number)

function documented(description: string, example: number, fallback: number) {
  const json = { type: 'integer', minimum: 1, default: fallback, examples: [example] }
  return { description, json }
}

/** Query parameters of every list. A larger `per_page` counts as 10,000. */
export const pageQuery = z.object({
  page: number
    .meta(documented('Number of the page, from 1; a page beyond the end is empty.', 2, 1))
    .optional(),
  per_page: number
    .transform((size) => Math.min(size, MAX_PAGE_SIZE))
    .meta(documented('Entries per page; more than 10,000 counts as 10,000.', 100, DEFAULT))
    .optional(),
})

interface Window {
  readonly limit: number
  readonly offset: number
}

/** The rows to read. */
export function windowOf(query: z.output<typeof pageQuery>): Window {
  const limit = query.per_page ?? DEFAULT
  return { limit, offset: ((query.page ?? 1) - 1) * limit }
}

interface PageFacts {
  readonly request: RawRequest & { readonly query: z.output<typeof pageQuery> }
  readonly publicUrl: string
  /** Number of all matches. */
  readonly total: number
}

/** Answers with a page of a list. `body` has only the rows of this page. */
export function pageReply(body: readonly unknown[], facts: PageFacts): Promise<Reply> {
  return rowsReply(body, JSON.stringify, facts)
}

/** JSON of a row. */
type ToText<Row> = (row: Row) => JsonText

/** Rows that are long together are written with yields to the event loop. */
export async function rowsReply<Row>(
  rows: readonly Row[],
  toText: ToText<Row>,
  facts: PageFacts,
): Promise<Reply> {
  const hash = createHash('sha1').update(`${facts.total}\n`)
  const short = shortJson(rows, toText)
  if (short !== null) return pageOf(short, hash.update(short), facts)
  const pieces: Buffer[] = []
  for await (const piece of piecesOf(textsOf(rows, toText))) {
    const bytes = Buffer.from(piece)
    hash.update(bytes)
    pieces.push(bytes)
  }
  return pageOf(await concatYielding(pieces), hash, facts)
}

/** Longest page in characters that is written without a yield. */
const SHORT = 256 * 1024

/** Null if the rows are longer. */
function shortJson<Row>(rows: readonly Row[], toText: ToText<Row>): string | null {
  let text = '['
  for (const [at, row] of rows.entries()) {
    if (at > 0) text += ','
    for (const part of partsOf(toText(row))) {
      text += part
      if (text.length > SHORT) return null
    }
  }
  return `${text}]`
}

function pageOf(body: string | Buffer, hash: Hash, facts: PageFacts): Reply {
  return {
    status: 200,
    type: 'application/json',
    body,
    etag: hash.digest('hex'),
    isWeak: true,
    headers: { Link: linkOf(facts), 'X-Total-Count': String(facts.total) },
  }
}

/** How to read a list in parts. */
interface ListFacts<Row> extends Omit<PageFacts, 'total'> {
  /**
   * The rows of a window; only the first of them if all would take too much memory.
   *
   * @param beforeRead to be called with the bytes that all would take, if they are known before, else with those so
   *   far before more are read. May throw
   */
  readonly read: (
    window: Window,
    beforeRead?: (bytes: number) => void,
  ) => Promise<{ readonly rows: readonly Row[]; readonly total: number }>
  readonly toText: ToText<Row>
  /** True if rows are much shorter as text than what is read for them. */
  readonly isSummary?: boolean
}

/**
 * Like {@link pageReply}. A page that would take too much memory is read and sent in parts, as fast as the client
 * reads, and has no ETag.
 */
export async function listReply<Row>(facts: ListFacts<Row>): Promise<Reply> {
  const { request, publicUrl, read, toText } = facts
  const window = windowOf(request.query)
  const { rows, total } = await read(window, (bytes) => requireRoom(facts, bytes))
  const page = { request, publicUrl, total }
  const wanted = Math.max(0, Math.min(window.limit, total - window.offset))
  if (rows.length >= wanted) return rowsReply(rows, toText, page)
  return {
    status: 200,
    type: 'application/json',
    body: Readable.from(piecesOf(rowsOf(facts, rows, { ...window, limit: wanted })), {
      objectMode: false,
      highWaterMark: 1,
    }),
    held: MAX_LIST_PART_BYTES,
    headers: { Link: linkOf(page), 'X-Total-Count': String(total) },
  }
}

/** Refuses an answer without room before anything is read for it. */
function requireRoom<Row>({ request, isSummary }: ListFacts<Row>, bytes: number): void {
  if (bytes > MAX_LIST_PART_BYTES) request.requireRoom(MAX_LIST_PART_BYTES)
  else if (!isSummary) request.requireRoom(bytes)
}

/** All rows. The next part is read when the previous one was sent. */
async function* rowsOf<Row>(
  { read, toText }: ListFacts<Row>,
  first: readonly Row[],
  { offset, limit }: Window,
): AsyncGenerator<JsonText> {
  let rows = first
  let taken = 0
  while (rows.length > 0) {
    for (const row of rows) yield toText(row)
    taken += rows.length
    rows = []
    // Rows that were deleted meanwhile are missing at the end.
    if (taken < limit) rows = (await read({ offset: offset + taken, limit: limit - taken })).rows
  }
}

function linkOf({ request, publicUrl, total }: PageFacts): string {
  const last = Math.max(1, Math.ceil(total / (request.query.per_page ?? DEFAULT)))
  const url = `${publicUrl}${encodeURI(decodeURI(request.path))}`
  return linkHeader({ page: request.query.page ?? 1, last }, { url, query: request.querystring })
}
