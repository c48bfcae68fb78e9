/**
 * Pagination of lists: `page`, `per_page`, `Link`, `X-Total-Count`.
 *
 * @see src/http/README.md (Conventions)
 */

import { createHash, type Hash } from 'node:crypto'
import { Readable } from 'node:stream'
import { z } from 'zod'
import { invalid } from '../errors.js'
import { MAX_LIST_PART_BYTES } from '../model/limits.js'
import type { Place } from '../service/branch/views.js'
import { concatYielding } from '../system/yielding.js'
import { formatCursor, MAX_CURSOR, parseCursor } from './cursor.js'
import { partsOf, piecesOf, textsOf, type JsonText } from './json-stream.js'
import { linkHeader, nextLink } from './link-header.js'
import type { RawRequest, Reply } from './route.js'
import { field, onceText } from './wire/common.js'

const MAX_PAGE_SIZE = 10_000
const DEFAULT = 30

const WHOLE = /^[1-9]\d{0,14}$/

const number = onceText.regex(WHOLE, 'must be a whole number from 1').transform(Number)

function documented(description: string, example: number, fallback: number) {
  const json = { type: 'integer', minimum: 1, default: fallback, examples: [example] }
  return { description, json }
}

const AFTER =
  'Reads the list from row to row instead of in pages, so that nothing is missed or repeated while others write: empty ' +
  'to begin, then the value in the `next` link of the answer before. Not with `page`.'

/** Query parameters of every list. A larger `per_page` counts as 10,000. */
export const pageQuery = z.object({
  page: number
    .meta(documented('Number of the page, from 1; a page beyond the end is empty.', 2, 1))
    .optional(),
  per_page: number
    .transform((size) => Math.min(size, MAX_PAGE_SIZE))
    .meta(documented('Entries per page; more than 10,000 counts as 10,000.', 100, DEFAULT))
    .optional(),
  after: field(onceText.max(MAX_CURSOR, 'is no cursor'), AFTER, '').optional(),
})

/** The request for a list. */
type ListRequest = RawRequest & { readonly query: z.output<typeof pageQuery> }

interface Window {
  readonly limit: number
  readonly offset: number
  readonly after?: Place
}

/** The rows to read. @throws GalleyError `validation_failed` for the cursor of another list */
export function windowOf(request: ListRequest): Window {
  const { page, per_page: limit = DEFAULT, after } = request.query
  if (after === undefined) return { limit, offset: ((page ?? 1) - 1) * limit }
  if (page !== undefined) throw invalid('after', 'and page exclude each other')
  return { limit, offset: 0, after: parseCursor(after, request) }
}

interface PageFacts {
  readonly request: ListRequest
  readonly publicUrl: string
  /** What was read. */
  readonly page: {
    /** Number of all matches. */
    readonly total: number
    /** Where the next part begins; null at the end. */
    readonly next: Place | null
  }
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
  const hash = createHash('sha1').update(`${facts.page.total}\n`)
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
    headers: headersOf(facts),
  }
}

/** How to read a list in parts. */
interface ListFacts<Row> extends Omit<PageFacts, 'page'> {
  /**
   * The rows of a window; only the first of them if all would take too much memory.
   *
   * @param beforeRead to be called with the bytes that all would take, if they are known before, else with those so
   *   far before more are read. May throw
   */
  readonly read: (
    window: Window,
    beforeRead?: (bytes: number) => void,
  ) => Promise<PageFacts['page'] & { readonly rows: readonly Row[] }>
  readonly toText: ToText<Row>
  /** True if rows are much shorter as text than what is read for them. */
  readonly isSummary?: boolean
}

/**
 * Like {@link pageReply}. A page that would take too much memory is read and sent in parts, as fast as the client
 * reads, and has no ETag. With a cursor it is shorter instead: its last row has to be known before it is sent.
 */
export async function listReply<Row>(facts: ListFacts<Row>): Promise<Reply> {
  const { request, publicUrl, read, toText } = facts
  const window = windowOf(request)
  const { rows, ...page } = await read(window, (bytes) => requireRoom(facts, bytes))
  const { total } = page
  const wanted = Math.max(0, Math.min(window.limit, total - window.offset))
  if (rows.length >= wanted || window.after)
    return rowsReply(rows, toText, { request, publicUrl, page })
  return {
    status: 200,
    type: 'application/json',
    body: Readable.from(piecesOf(rowsOf(facts, rows, { ...window, limit: wanted })), {
      objectMode: false,
      highWaterMark: 1,
    }),
    held: MAX_LIST_PART_BYTES,
    headers: headersOf({ request, publicUrl, page }),
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

function headersOf(facts: PageFacts): Readonly<Record<string, string>> {
  const link = linkOf(facts)
  return { ...(link !== '' && { Link: link }), 'X-Total-Count': String(facts.page.total) }
}

function linkOf({ request, publicUrl, page: { total, next } }: PageFacts): string {
  const url = `${publicUrl}${encodeURI(decodeURI(request.path))}`
  const target = { url, query: request.querystring }
  if (request.query.after !== undefined)
    return next === null ? '' : nextLink(formatCursor(next, request), target)
  const last = Math.max(1, Math.ceil(total / (request.query.per_page ?? DEFAULT)))
  return linkHeader({ page: request.query.page ?? 1, last }, target)
}
