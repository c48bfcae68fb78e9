/** Reads entries: by id and path, in lists, and in the tree of directories. */

import { OWN_FOLDER } from '../../model/own-folder.js'
import type { Entry } from '../../model/entry.js'
import { createYielder, nextTurn } from '../../system/yielding.js'
import type { Connection } from '../connection.js'
import type { Page, Place } from '../page.js'
import { createEntryCache, type EntryCache, type ReadEntry } from '../entry-cache.js'
import { orderingOf, PLACE_CHARACTERS } from './schema.js'
import { HEAD_COLUMNS, toEntry, toHead, type EntryRow, type HeadRow } from './rows.js'
import type { Search } from './search.js'
import type { EntryHead, EntryQuery, FoundEntry, SiteIndex } from './site-index.js'
import type { TextSearch } from './text-search.js'
import { forEachBatch } from './batches.js'
import { createTermReads, type TermReads } from './read-terms.js'

type EntryReads = TermReads &
  Pick<
    SiteIndex,
    | 'entryById'
    | 'entryByPath'
    | 'changedAt'
    | 'hiddenPaths'
    | 'nextMoment'
    | 'entriesBelow'
    | 'childrenOf'
    | 'listEntries'
    | 'searchTexts'
    | 'creatorsOf'
  >

/** Rows without text per turn of the event loop. */
const STEP = 500

/** Entries with text per turn. */
const ENTRY_STEP = 200

/** Bytes of longer texts per turn. */
const STEP_BYTES = 1024 * 1024

/** Attempts to read a list, if the site changes in the meantime. */
const ATTEMPTS = 3

/** The questions about entries over one connection. */
export function createEntryReads(db: Connection, search: Search): EntryReads {
  const sql = { ...prepareEntryQueries(db), ...prepareTreeQueries(db) }
  const found = (row: EntryRow | undefined) => (row === undefined ? null : toEntry(row))
  const rows = rowReads(db, createEntryCache(db), {
    row: (row) => readEntry(sql.byRow.get(row)),
    size: (row) => sql.sizeOf.get(row) ?? 0,
    id: (id) => readEntry(sql.byId.get(id)),
  })
  return {
    entryById: rows.byId,
    entryByPath: (siteId, path) => found(sql.byPath.get(siteId, path)),
    changedAt: (siteId, path) => sql.changedAt.get(siteId, path) ?? null,
    hiddenPaths: (siteId, now) => ({
      texts: [
        ...sql.hiddenTexts.all(siteId),
        ...sql.expiredTexts.all(siteId, now),
        ...sql.below.all(siteId, ...rangeBelow(OWN_FOLDER), -1).map(({ path }) => path),
      ],
      inDrafts: sql.inDrafts.all(siteId),
      until: sql.nextExpiry.get(siteId, now) ?? null,
    }),
    nextMoment: (siteId, after) => {
      const next = [sql.nextDate.get(siteId, after), sql.nextExpiry.get(siteId, after)]
      const moments = next.filter((moment) => moment !== null && moment !== undefined)
      return moments.length === 0 ? null : Math.min(...moments)
    },
    entriesBelow: (siteId, directory) => {
      const [from, to] = rangeBelow(directory)
      return readOn(from, (after) => sql.below.all(siteId, after, to, STEP))
    },
    childrenOf: async (siteId, directory) => {
      const prefix = directory === '' ? '' : `${directory}/`
      const directories = directoriesIn(sql.nextDirectory, siteId, prefix)
      const files = await readOn(prefix, (after) => sql.filesIn.all(siteId, prefix, after, STEP))
      const isThere = directory === '' || directories.length > 0 || files.length > 0
      return isThere ? { directories, files } : null
    },
    listEntries: (query) => listEntries(query, search, rows),
    searchTexts: (query) =>
      searchTexts(query, search, (row) => found(sql.byRowWithoutBody.get(row))),
    creatorsOf: (siteId) => sql.creators.all(siteId),
    ...createTermReads(db),
  }
}

function prepareEntryQueries(db: Connection) {
  const selecting = (body: string) => `SELECT ${HEAD_COLUMNS}, t.text, ${body} FROM entries e
    JOIN generations g ON g.generation = e.generation AND g.live = 1
    LEFT JOIN texts t ON t.row = e.row`
  const select = selecting('t.body')
  return {
    byId: db.prepare<[string], EntryRow>(`${select} WHERE e.id = ?`),
    byPath: db.prepare<[string, string], EntryRow>(`${select} WHERE g.site_id = ? AND e.path = ?`),
    changedAt: db
      .prepare<[string, string], number>(
        `SELECT e.updated_at FROM generations g JOIN entries e ON e.generation = g.generation
         WHERE g.site_id = ? AND g.live = 1 AND e.path = ?`,
      )
      .pluck(),
    ...prepareHiddenQueries(db),
    creators: db
      .prepare<[string], string>(
        `SELECT DISTINCT e.owner_key FROM generations g CROSS JOIN entries e ON e.generation = g.generation
         WHERE g.site_id = ? AND g.live = 1`,
      )
      .pluck(),
    // Reads no text: its length is in the head of the row.
    sizeOf: db
      .prepare<[number], number>(
        `SELECT max(e.size, octet_length(t.text) + octet_length(t.body))
         FROM entries e JOIN texts t ON t.row = e.row WHERE e.row = ?`,
      )
      .pluck(),
    byRow: db.prepare<[number], EntryRow>(`${select} WHERE e.row = ?`),
    byRowWithoutBody: db.prepare<[number], EntryRow>(
      `${selecting("iif(t.row IS NULL, NULL, '') AS body")} WHERE e.row = ?`,
    ),
  }
}

/** Each reads an SQL index only: 100,000 rows in about 20 ms. */
function prepareHiddenQueries(db: Connection) {
  const asking = (column: string, condition: string) =>
    `SELECT ${column} FROM generations g CROSS JOIN entries e ON e.generation = g.generation
     WHERE g.site_id = ? AND g.live = 1 AND ${condition}`
  const paths = (condition: string) =>
    db.prepare<[string], string>(asking('e.path', condition)).pluck()
  const next = (column: string) =>
    db.prepare<[string, number], number | null>(asking(`min(${column})`, `${column} > ?`)).pluck()
  return {
    hiddenTexts: paths("e.is_text = 1 AND e.visibility <> 'visible'"),
    inDrafts: paths("instr(e.path, '_drafts/') > 0"),
    expiredTexts: db
      .prepare<[string, number], string>(asking('e.path', 'e.live_until <= ?'))
      .pluck(),
    nextDate: next('e.live_from'),
    nextExpiry: next('e.live_until'),
  }
}

function prepareTreeQueries(db: Connection) {
  const head = `SELECT ${HEAD_COLUMNS} FROM generations g CROSS JOIN entries e ON e.generation = g.generation
    WHERE g.site_id = ? AND g.live = 1`
  return {
    below: db.prepare<[string, string, string, number], HeadRow>(
      `${head} AND e.path > ? AND e.path < ? ORDER BY e.path LIMIT ?`,
    ),
    filesIn: db.prepare<[string, string, string, number], HeadRow>(
      `${head} AND e.directory = ? AND e.path > ? ORDER BY e.path LIMIT ?`,
    ),
    nextDirectory: db
      .prepare<[string, string, string], string | null>(
        `SELECT min(e.directory) FROM generations g CROSS JOIN entries e ON e.generation = g.generation
         WHERE g.site_id = ? AND g.live = 1 AND e.directory > ? AND e.directory < ?`,
      )
      .pluck(),
  }
}

type TreeQueries = ReturnType<typeof prepareTreeQueries>

// '0' is the character after '/'; no character sorts after U+10FFFF.
function rangeBelow(directory: string): [string, string] {
  return directory === '' ? ['', '\u{10ffff}'] : [`${directory}/`, `${directory}0`]
}

async function readOn(start: string, read: (after: string) => HeadRow[]): Promise<EntryHead[]> {
  const heads: EntryHead[] = []
  let after = start
  for (;;) {
    const rows = read(after)
    for (const row of rows) heads.push(toHead(row))
    if (rows.length < STEP) return heads
    after = rows.at(-1)?.path ?? after
    await nextTurn()
  }
}

// Jumps from one child to the next in the SQL index, without reading the files below them.
function directoriesIn(
  next: TreeQueries['nextDirectory'],
  siteId: string,
  prefix: string,
): string[] {
  const directories: string[] = []
  const end = prefix === '' ? '\u{10ffff}' : `${prefix.slice(0, -1)}0`
  let after = prefix
  for (;;) {
    const found = next.get(siteId, after, end)
    if (found === undefined || found === null) return directories.toSorted(byCodePoint)
    const child = found.slice(0, found.indexOf('/', prefix.length))
    directories.push(child)
    after = `${child}/\u{10ffff}`
  }
}

/** Compares texts as SQLite does: by bytes of UTF-8, which is the order of code points. */
function byCodePoint(a: string, b: string): number {
  return Buffer.compare(Buffer.from(a), Buffer.from(b))
}

interface Reading {
  /** Null if the row does not exist any more. */
  readonly row: (row: number) => ReadEntry | null
  readonly size: (row: number) => number
  readonly id: (id: string) => ReadEntry | null
}

function readEntry(row: EntryRow | undefined): ReadEntry | null {
  if (row === undefined) return null
  const { text, body, size } = row
  const bytes = text === null ? 0 : Math.max(size, text.length + (body?.length ?? 0))
  return { entry: toEntry(row), bytes }
}

/** Reads entries with their text, through the cache. */
interface RowReads {
  readonly byId: (id: string) => Entry | null
  /** Several entries in this turn, without those that do not exist any more. */
  readonly all: (rows: readonly number[]) => Entry[]
  readonly one: (row: number) => Entry | null
  readonly sizes: (rows: readonly number[]) => number[]
  /** The place of the last row that still exists. */
  readonly lastPlace: (rows: readonly number[], sort: EntryQuery['sort']) => Place | null
}

function rowReads(db: Connection, cache: EntryCache, read: Reading): RowReads {
  return {
    byId: (id) => cache.read(id, () => read.id(id)),
    all: (rows) => cache.readAll(rows, read.row),
    one: (row) => cache.read(row, () => read.row(row)),
    sizes: (rows) => cache.sizesOf(rows, read.size),
    lastPlace: (rows, { field, direction }) => {
      const [column] = orderingOf(field, direction, 'text').columns
      const place = db.prepare<[number], Place>(
        `SELECT iif(typeof(${column}) = 'text', substr(${column}, 1, ${PLACE_CHARACTERS}), ${column}), path
         FROM entries WHERE row = ?`,
      )
      for (const row of rows.toReversed()) {
        const found = place.raw().get(row)
        if (found !== undefined) return found
      }
      return null
    },
  }
}

async function listEntries(
  { beforeRead, ...query }: EntryQuery,
  search: Search,
  read: RowReads,
): Promise<Page<Entry>> {
  for (let attempt = 1; ; attempt += 1) {
    const page = await search.list(query)
    const { wanted, bytes } =
      query.maxBytes === undefined
        ? { wanted: page.rows, bytes: 0 }
        : await cut(page.rows, query.maxBytes, read)
    beforeRead?.(bytes)
    const rows = await (bytes > STEP_BYTES ? readLong(wanted, read) : readRows(wanted, read))
    // If a row is missing, the site has moved to another commit.
    if (rows.length === wanted.length || attempt === ATTEMPTS) {
      const isEnd = page.offset + wanted.length >= page.total
      return { rows, total: page.total, next: isEnd ? null : read.lastPlace(wanted, query.sort) }
    }
  }
}

/** The first rows within `maxBytes`, at least one. `bytes` is the size of the rows read, so an upper bound. */
async function cut(rows: readonly number[], maxBytes: number, { sizes }: RowReads) {
  let bytes = 0
  const yieldIfDue = createYielder()
  for (let start = 0; start < rows.length; start += ENTRY_STEP) {
    const some = sizes(rows.slice(start, start + ENTRY_STEP))
    const end = some.findIndex((size, at) => (bytes += size) > maxBytes && start + at > 0)
    if (end >= 0) return { wanted: rows.slice(0, start + end), bytes }
    await yieldIfDue()
  }
  return { wanted: rows, bytes }
}

/** @param read reads an entry without its body, which may be long and is not part of a result */
async function searchTexts(
  query: TextSearch,
  search: Search,
  read: (row: number) => Entry | null,
): Promise<Page<FoundEntry>> {
  const yieldIfDue = createYielder()
  for (let attempt = 1; ; attempt += 1) {
    const page = await search.text(query)
    const rows: FoundEntry[] = []
    for (const { row, snippet } of page.rows) {
      const entry = read(row)
      if (entry !== null) rows.push({ entry, snippet })
      await yieldIfDue()
    }
    if (rows.length === page.rows.length || attempt === ATTEMPTS) {
      const end = query.offset + page.rows.length
      return { rows, total: page.total, next: end < page.total && rows.length > 0 ? [end] : null }
    }
  }
}

/** Reads rows with long texts, yielding as often as needed. */
async function readLong(rows: readonly number[], { one }: RowReads): Promise<Entry[]> {
  const entries: Entry[] = []
  const yieldIfDue = createYielder()
  for (const row of rows) {
    const entry = one(row)
    if (entry !== null) entries.push(entry)
    await yieldIfDue()
  }
  return entries
}

async function readRows(rows: readonly number[], read: RowReads): Promise<Entry[]> {
  if (rows.length <= ENTRY_STEP) return read.all(rows)
  const entries: Entry[] = []
  await forEachBatch({ items: rows, size: ENTRY_STEP }, (some) => entries.push(...read.all(some)))
  return entries
}
