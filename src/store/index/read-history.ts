/** Reads histories of files and sites from the tables of commits and the paths that they touched. */

import type { CommitFacts, Revision } from '../../model/commit.js'
import { MAX_LIST_PART_BYTES, MAX_VERSIONS } from '../../model/limits.js'
import { createYielder, nextTurn } from '../../system/yielding.js'
import type { Connection } from '../connection.js'
import { nextPlace, type Page, type Window } from '../page.js'
import type { HistoryWindow, SiteIndex } from './site-index.js'

type HistoryReads = Pick<
  SiteIndex,
  'history' | 'historyOfDeleted' | 'versionAt' | 'hasVersion' | 'commits' | 'commitAt'
>

interface Touch {
  readonly seq: number
  readonly path: string
  readonly old_path: string | null
  readonly blob: string | null
}

/** Where touches are read from: a path, and the number of the newest commit. */
interface Place {
  readonly path: string
  readonly seq: number
}

interface Start extends Place {
  readonly generation: number
}

const COMMIT_COLUMNS = `seq, oid, author_name AS authorName, author_email AS authorEmail,
  author_key AS authorKey, time, message`

/** The queries about history, over one connection. */
export function createHistoryReads(db: Connection): HistoryReads {
  const sql = prepareQueries(db)
  const startOf = (siteId: string, path: string, isDeleted = false): Start | null => {
    const generation = sql.live.get(siteId)
    if (generation === undefined) return null
    if (!isDeleted) return { generation, path, seq: Number.MAX_SAFE_INTEGER }
    const seq = sql.lastDeletion.get(generation, path)
    return seq === undefined ? null : { generation, path, seq }
  }
  /** Repeats `read` if the site was indexed again meanwhile: rows of the previous generation may be gone. */
  const readOf = async <Result>(
    find: () => Start | null,
    read: (start: Start) => Promise<Result>,
  ): Promise<Result | null> => {
    for (;;) {
      const start = find()
      if (start === null) return null
      const result = await read(start)
      if (find()?.generation === start.generation) return result
    }
  }
  const pageOf = async (find: () => Start | null, window: HistoryWindow) => {
    const page = await readOf(find, async (start) => {
      const all = await touchesOf(sql.touchesFrom, start, window)
      const offset = offsetIn(all, window)
      const { length: total } = all
      const some = all.slice(offset, offset + window.limit)
      const rows = await revisionsOf(sql, start, { touches: some, ...window })
      return { rows, total, next: nextPlace({ offset, rows, total }, BY_SEQ) }
    })
    return page ?? { rows: [], total: 0, next: null }
  }
  return {
    history: (siteId, path, window) => pageOf(() => startOf(siteId, path), window),
    historyOfDeleted: (siteId, path, window) => pageOf(() => startOf(siteId, path, true), window),
    versionAt: (siteId, path, { commit, isDeleted }) =>
      readOf(
        () => startOf(siteId, path, isDeleted),
        (start) => versionAt(sql, start, commit),
      ),
    hasVersion: async (siteId, path, blob) => {
      const touches = await readOf(
        () => startOf(siteId, path),
        (start) => touchesOf(sql.touchesFrom, start),
      )
      return touches?.some((touch) => touch.blob === blob) === true
    },
    commitAt: (siteId, oid) => sql.byOid.get(siteId, oid) ?? null,
    commits: (siteId, window) => commitsOf(sql, siteId, window),
  }
}

const BY_SEQ = { placeOf: ({ seq }: { readonly seq: number }) => [seq] }

function commitsOf(sql: Queries, siteId: string, { limit, ...window }: Window): Page<CommitFacts> {
  const total = sql.count.get(siteId) ?? 0
  const [from = Number.MAX_SAFE_INTEGER] = window.after ?? []
  const offset = window.after ? (sql.countFrom.get(siteId, Number(from)) ?? 0) : window.offset
  const rows = sql.newest.all(siteId, limit, offset)
  return { rows, total, next: nextPlace({ offset, rows, total }, BY_SEQ) }
}

/** Versions of a history, newest first, before a part of it. */
function offsetIn(all: readonly Touch[], { after, offset }: Window): number {
  const [from] = after ?? []
  return after ? all.filter(({ seq }) => seq >= Number(from)).length : offset
}

type Queries = ReturnType<typeof prepareQueries>

function prepareQueries(db: Connection) {
  const ofLive = `FROM commits WHERE generation =
    (SELECT generation FROM generations WHERE site_id = ? AND live = 1)`
  return {
    live: db
      .prepare<[string], number>(
        'SELECT generation FROM generations WHERE site_id = ? AND live = 1',
      )
      .pluck(),
    touchesFrom: db.prepare<[number, string, number], Touch>(
      `SELECT seq, path, old_path, blob FROM commit_paths
       WHERE generation = ? AND path = ? AND seq <= ? ORDER BY seq DESC`,
    ),
    lastDeletion: db
      .prepare<[number, string], number>(
        `SELECT seq FROM commit_paths WHERE generation = ? AND path = ? AND blob IS NULL
         ORDER BY seq DESC LIMIT 1`,
      )
      .pluck(),
    commit: db.prepare<[number, number], CommitFacts>(
      `SELECT ${COMMIT_COLUMNS} FROM commits WHERE generation = ? AND seq = ?`,
    ),
    seqOf: db
      .prepare<[number, string], number>(
        'SELECT seq FROM commits WHERE generation = ? AND oid = ? ORDER BY seq DESC LIMIT 1',
      )
      .pluck(),
    newest: db.prepare<[string, number, number], CommitFacts>(
      `SELECT ${COMMIT_COLUMNS} ${ofLive} ORDER BY seq DESC LIMIT ? OFFSET ?`,
    ),
    byOid: db.prepare<[string, string], CommitFacts>(
      `SELECT ${COMMIT_COLUMNS} ${ofLive} AND oid = ? ORDER BY seq DESC LIMIT 1`,
    ),
    count: db.prepare<[string], number>(`SELECT count(*) ${ofLive}`).pluck(),
    countFrom: db
      .prepare<[string, number], number>(`SELECT count(*) ${ofLive} AND seq >= ?`)
      .pluck(),
  }
}

/** Renames that a history is followed through. Each starts a query. */
const MAX_RENAMES = 1000

/** Touches that are read in one turn. */
const TOUCHES_A_TURN = 1000

/** Which touches of a file. */
type Part = Pick<HistoryWindow, 'throughDeletions' | 'before'>

/** From the newest commit back, in turns. Before a rename, continues with the previous path. */
async function touchesOf(
  query: Queries['touchesFrom'],
  start: Start,
  part: Part = {},
): Promise<Touch[]> {
  const into = { touches: [], isBegun: false, part }
  const yieldIfDue = createYielder()
  let place: Place | null = start
  for (let renames = 0; place !== null && renames <= MAX_RENAMES;) {
    // Reads no further than the rename: a file may have been renamed thousands of times, also back and forth.
    const next = takeUntilRename(query.iterate(start.generation, place.path, place.seq), into)
    if (next?.path === place.path) await nextTurn()
    else {
      renames += 1
      await yieldIfDue()
    }
    place = next
  }
  return into.touches
}

interface Taken {
  readonly touches: Touch[]
  /** True after the newest touch, also if it is not one of the part. */
  isBegun: boolean
  readonly part: Part
}

/** Takes the touches of one turn, up to a rename. @returns where to continue; null at the end */
function takeUntilRename(found: Iterable<Touch>, into: Taken): Place | null {
  const { throughDeletions = false, before = Infinity } = into.part
  let read = 0
  for (const touch of found) {
    // Only the first one can be the deletion of this file; a later one deleted a previous file.
    const isBeginning = touch.blob === null && into.isBegun && !throughDeletions
    if (isBeginning || into.touches.length === MAX_VERSIONS) return null
    into.isBegun = true
    if (touch.seq < before) into.touches.push(touch)
    read += 1
    const { path, old_path: oldPath, seq } = touch
    if (oldPath !== null && oldPath !== path) return { path: oldPath, seq: seq - 1 }
    if (read === TOUCHES_A_TURN) return { path, seq: seq - 1 }
  }
  return null
}

function toRevision(sql: Queries, start: Start, touch: Touch): Revision | null {
  const commit = sql.commit.get(start.generation, touch.seq)
  return commit === undefined ? null : { ...commit, path: touch.path, blob: touch.blob }
}

/** Bytes of a version in memory besides its message. */
const VERSION_BYTES = 500

/** Bytes that are read between two calls of `beforeRead`. */
const STEP_BYTES = 128 * 1024

interface Reading extends Pick<HistoryWindow, 'beforeRead'> {
  readonly touches: readonly Touch[]
}

/** The versions of touches, the first of them if all would take too much memory. Each may have a long message. */
async function revisionsOf(
  sql: Queries,
  start: Start,
  { touches, beforeRead }: Reading,
): Promise<Revision[]> {
  const rows: Revision[] = []
  const yieldIfDue = createYielder()
  let bytes = 0
  let told = 0
  for (const touch of touches) {
    if (bytes >= MAX_LIST_PART_BYTES) return rows
    if (bytes - told >= STEP_BYTES) beforeRead?.((told = bytes))
    await yieldIfDue()
    const revision = toRevision(sql, start, touch)
    if (revision === null) continue
    rows.push(revision)
    bytes += revision.message.length + VERSION_BYTES
  }
  return rows
}

async function versionAt(
  sql: Queries,
  start: Start,
  commit: string,
): Promise<Awaited<ReturnType<HistoryReads['versionAt']>>> {
  const seq = sql.seqOf.get(start.generation, commit)
  const touches = await touchesOf(sql.touchesFrom, start)
  const [touch, last] = [touches.find((each) => each.seq === seq), touches.at(-1)]
  const revision = touch ? toRevision(sql, start, touch) : null
  const first = last ? toRevision(sql, start, last) : null
  return revision && first && { revision, first }
}
