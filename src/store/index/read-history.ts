/** Reads histories of files and sites from the tables of commits and the paths that they touched. */

import type { CommitFacts, Revision } from '../../model/commit.js'
import { MAX_LIST_PART_BYTES, MAX_VERSIONS } from '../../model/limits.js'
import { createYielder } from '../../system/yielding.js'
import type { Connection } from '../connection.js'
import type { Page } from '../page.js'
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

interface Start {
  readonly generation: number
  readonly path: string
  /** Number of the newest commit to consider. */
  readonly seq: number
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
  const pageOf = async (
    find: () => Start | null,
    window: HistoryWindow,
  ): Promise<Page<Revision>> => {
    const start = find()
    if (start === null) return { rows: [], total: 0 }
    const all = touchesOf(sql.touchesFrom, start, window.throughDeletions)
    const some = all.slice(window.offset, window.offset + window.limit)
    const rows = await revisionsOf(sql, start, some)
    // Rows of a generation that another has replaced may be gone.
    const isSame = find()?.generation === start.generation
    return isSame ? { rows, total: all.length } : pageOf(find, window)
  }
  return {
    history: (siteId, path, window) => pageOf(() => startOf(siteId, path), window),
    historyOfDeleted: (siteId, path, window) => pageOf(() => startOf(siteId, path, true), window),
    versionAt: (siteId, path, { commit, isDeleted }) => {
      const start = startOf(siteId, path, isDeleted)
      return start && versionAt(sql, start, commit)
    },
    hasVersion: (siteId, path, blob) => {
      const start = startOf(siteId, path)
      return (
        start !== null && touchesOf(sql.touchesFrom, start).some((touch) => touch.blob === blob)
      )
    },
    commitAt: (siteId, oid) => sql.byOid.get(siteId, oid) ?? null,
    commits: (siteId, { limit, offset }) => ({
      rows: sql.newest.all(siteId, limit, offset),
      total: sql.count.get(siteId) ?? 0,
    }),
  }
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
  }
}

/** Renames that a history is followed through. Each starts a query. */
const MAX_RENAMES = 1000

// From the newest commit back. Before a rename, continues with the previous path.
function touchesOf(query: Queries['touchesFrom'], start: Start, throughDeletions = false): Touch[] {
  const touches: Touch[] = []
  let { path, seq } = start
  for (let renames = 0; renames <= MAX_RENAMES; renames += 1) {
    // Reads no further than the rename: a file may have been renamed thousands of times, also back and forth.
    const renamed = takeUntilRename(query.iterate(start.generation, path, seq), {
      touches,
      throughDeletions,
    })
    if (renamed === null) return touches
    path = renamed.path
    seq = renamed.seq - 1
  }
  return touches
}

function takeUntilRename(
  found: Iterable<Touch>,
  into: { readonly touches: Touch[]; readonly throughDeletions: boolean },
): { readonly path: string; readonly seq: number } | null {
  for (const touch of found) {
    // Only the first one can be the deletion of this file; a later one deleted a previous file.
    const isBeginning = touch.blob === null && into.touches.length > 0 && !into.throughDeletions
    if (isBeginning || into.touches.length === MAX_VERSIONS) return null
    into.touches.push(touch)
    if (touch.old_path !== null && touch.old_path !== touch.path) {
      return { path: touch.old_path, seq: touch.seq }
    }
  }
  return null
}

function toRevision(sql: Queries, start: Start, touch: Touch): Revision | null {
  const commit = sql.commit.get(start.generation, touch.seq)
  return commit === undefined ? null : { ...commit, path: touch.path, blob: touch.blob }
}

/** Bytes of a version in memory besides its message. */
const VERSION_BYTES = 500

/** The versions of touches, the first of them if all would take too much memory. Each may have a long message. */
async function revisionsOf(
  sql: Queries,
  start: Start,
  touches: readonly Touch[],
): Promise<Revision[]> {
  const rows: Revision[] = []
  const yieldIfDue = createYielder()
  let bytes = 0
  for (const touch of touches) {
    if (bytes >= MAX_LIST_PART_BYTES) return rows
    await yieldIfDue()
    const revision = toRevision(sql, start, touch)
    if (revision === null) continue
    rows.push(revision)
    bytes += revision.message.length + VERSION_BYTES
  }
  return rows
}

function versionAt(
  sql: Queries,
  start: Start,
  commit: string,
): ReturnType<HistoryReads['versionAt']> {
  const seq = sql.seqOf.get(start.generation, commit)
  const touches = touchesOf(sql.touchesFrom, start)
  const [touch, last] = [touches.find((each) => each.seq === seq), touches.at(-1)]
  const revision = touch ? toRevision(sql, start, touch) : null
  const first = last ? toRevision(sql, start, last) : null
  return revision && first && { revision, first }
}
