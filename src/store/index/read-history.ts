/** Reads histories of files and sites from the tables of commits and the paths that they touched. */

import type { CommitFacts, Revision } from '../../model/commit.js'
import { MAX_VERSIONS } from '../../model/limits.js'
import type { Connection } from '../connection.js'
import type { Page } from '../page.js'
import type { HistoryWindow, SiteIndex } from './site-index.js'

type HistoryReads = Pick<
  SiteIndex,
  'history' | 'historyOfDeleted' | 'revisionAt' | 'commits' | 'commitAt'
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

interface Life {
  readonly touches: (start: Start, throughDeletions: boolean) => Iterable<Touch>
  readonly start: (siteId: string, path: string) => Start | null
}

const COMMIT_COLUMNS = `seq, oid, author_name AS authorName, author_email AS authorEmail,
  author_key AS authorKey, time, message`

/** The queries about history, over one connection. */
export function createHistoryReads(db: Connection): HistoryReads {
  const sql = prepareQueries(db)
  const life: Life = {
    start: (siteId, path) => {
      const generation = sql.live.get(siteId)
      return generation === undefined ? null : { generation, path, seq: Number.MAX_SAFE_INTEGER }
    },
    touches: (start, throughDeletions) => touchesOf(sql.touchesFrom, start, throughDeletions),
  }
  const pageFrom = (start: Start | null, window: HistoryWindow): Page<Revision> => {
    if (start === null) return { rows: [], total: 0 }
    const all = [...life.touches(start, window.throughDeletions ?? false)]
    const some = all.slice(window.offset, window.offset + window.limit)
    return { rows: some.flatMap((touch) => toRevision(sql, start, touch)), total: all.length }
  }
  return {
    history: (siteId, path, window) => pageFrom(life.start(siteId, path), window),
    historyOfDeleted: (siteId, path, window) => {
      const start = life.start(siteId, path)
      const seq = start === null ? undefined : sql.lastDeletion.get(start.generation, path)
      return pageFrom(start === null || seq === undefined ? null : { ...start, seq }, window)
    },
    revisionAt: (siteId, path, commit) => revisionAt({ sql, life }, { siteId, path, commit }),
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
function touchesOf(
  query: Queries['touchesFrom'],
  start: Start,
  throughDeletions: boolean,
): Touch[] {
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

function toRevision(sql: Queries, start: Start, touch: Touch): Revision[] {
  const commit = sql.commit.get(start.generation, touch.seq)
  return commit === undefined ? [] : [{ ...commit, path: touch.path, blob: touch.blob }]
}

function revisionAt(
  { sql, life }: { readonly sql: Queries; readonly life: Life },
  revision: { readonly siteId: string; readonly path: string; readonly commit: string },
): Revision | null {
  const start = life.start(revision.siteId, revision.path)
  const seq = start === null ? undefined : sql.seqOf.get(start.generation, revision.commit)
  if (start === null || seq === undefined) return null
  for (const touch of life.touches(start, false)) {
    if (touch.seq <= seq)
      return touch.blob === null ? null : (toRevision(sql, start, touch)[0] ?? null)
  }
  return null
}
