/** Ids of entries: a path keeps its id when it is renamed, and one made anew gets another. */

import type { NewId } from '../../model/ids.js'
import { GalleyError, notFound } from '../../errors.js'
import { isUniqueViolation, inTransaction, type Connection } from '../connection.js'

/** Where an id points, or last pointed; `deletedAt` in milliseconds since the Unix epoch. */
interface EntryId {
  readonly siteId: string
  readonly path: string
  readonly deletedAt: number | null
}

/** One path that is called otherwise now. */
interface PathRename {
  readonly from: string
  readonly to: string
}

/** The ids of all entries of all sites. */
export interface EntryIds {
  /**
   * Path -> id, for every path given; unknown ones get a new id. One transaction: callers with very
   * many paths call with some hundreds at a time, so that others get their turn.
   */
  resolve(siteId: string, paths: readonly string[]): Map<string, string>
  /**
   * Moves ids along, all at once (two paths may swap). An id whose path is taken over, or that had
   * no id before, is marked as deleted or left out.
   *
   * @param at when taken-over ids count as deleted
   */
  rename(siteId: string, renames: readonly PathRename[], at: number): void
  /** Keeps the id for a restore; the path may get another one meanwhile. */
  markDeleted(siteId: string, paths: readonly string[], at: number): void
  /**
   * Makes a deleted id live again.
   *
   * @throws GalleyError `not_found`; `conflict` when the path has another live id
   */
  restore(id: string, path: string): void
  find(id: string): EntryId | null
  /** What was deleted of a site, newest first. */
  listDeleted(siteId: string, limit: number): { readonly id: string; readonly path: string }[]
  /** Forgets up to `limit` ids of a site that is gone; whether there were any. */
  forget(siteId: string, limit: number): boolean
  /** Sites that have ids; those that are gone among them. */
  listSites(): string[]
}

/** The ids over one connection. */
export function createEntryIds(db: Connection, newId: NewId): EntryIds {
  const sql = prepareStatements(db)
  const resolveOne = (siteId: string, path: string): string => {
    const known = sql.live.get(siteId, path)
    if (known !== undefined) return known
    const id = newId()
    sql.insert.run(id, siteId, path)
    return id
  }
  return {
    resolve: inTransaction(
      db,
      (siteId: string, paths: readonly string[]) =>
        new Map(paths.map((path) => [path, resolveOne(siteId, path)])),
    ),
    rename: inTransaction(db, (siteId: string, renames: readonly PathRename[], at: number) => {
      const moves = renames.flatMap(({ from, to }) => {
        const id = sql.live.get(siteId, from)
        return id === undefined ? [] : [{ id, to }]
      })
      // All leave first: the order of a chain or a swap does not matter then.
      for (const { id } of moves) sql.leave.run(at, id)
      for (const { id, to } of moves) {
        sql.markDeleted.run(at, siteId, to)
        sql.arrive.run(to, id)
      }
    }),
    markDeleted: inTransaction(db, (siteId: string, paths: readonly string[], at: number) => {
      for (const path of paths) sql.markDeleted.run(at, siteId, path)
    }),
    restore: (id, path) => {
      if (refusingTaken(() => sql.arrive.run(path, id)).changes === 0) throw notFound('document')
    },
    find: (id) => sql.byId.get(id) ?? null,
    listDeleted: (siteId, limit) => sql.deleted.all(siteId, limit),
    forget: (siteId, limit) => sql.forget.run(siteId, limit).changes > 0,
    listSites: () => {
      const sites: string[] = []
      // From one to the next: their ids are not gone through.
      for (let next = sql.nextSite.get(''); next; next = sql.nextSite.get(next)) sites.push(next)
      return sites
    },
  }
}

function prepareStatements(db: Connection) {
  return {
    live: db
      .prepare<[string, string], string>(
        'SELECT id FROM entry_ids WHERE site_id = ? AND path = ? AND deleted_at IS NULL',
      )
      .pluck(),
    byId: db.prepare<[string], EntryId>(
      'SELECT site_id AS siteId, path, deleted_at AS deletedAt FROM entry_ids WHERE id = ?',
    ),
    deleted: db.prepare<[string, number], { readonly id: string; readonly path: string }>(
      `SELECT id, path FROM entry_ids WHERE site_id = ? AND deleted_at IS NOT NULL
       ORDER BY deleted_at DESC, id LIMIT ?`,
    ),
    forget: db.prepare(
      'DELETE FROM entry_ids WHERE id IN (SELECT id FROM entry_ids WHERE site_id = ? LIMIT ?)',
    ),
    nextSite: db
      .prepare<[string], string | null>('SELECT min(site_id) FROM entry_ids WHERE site_id > ?')
      .pluck(),
    insert: db.prepare('INSERT INTO entry_ids (id, site_id, path) VALUES (?, ?, ?)'),
    leave: db.prepare('UPDATE entry_ids SET deleted_at = ? WHERE id = ?'),
    arrive: db.prepare('UPDATE entry_ids SET path = ?, deleted_at = NULL WHERE id = ?'),
    markDeleted: db.prepare(
      'UPDATE entry_ids SET deleted_at = ? WHERE site_id = ? AND path = ? AND deleted_at IS NULL',
    ),
  }
}

function refusingTaken<Result>(run: () => Result): Result {
  try {
    return run()
  } catch (error) {
    if (!isUniqueViolation(error)) throw error
    throw new GalleyError('conflict', 'There is another file at this path.', { cause: error })
  }
}
