/** Ids of entries. A renamed file keeps its id; a file that is deleted and created again gets a new one. */

import { inSet, setOf, withoutSet } from '../../model/change-set.js'
import type { NewId } from '../../model/ids.js'
import { GalleyError, notFound } from '../../errors.js'
import { isUniqueViolation, inTransaction, type Connection } from '../connection.js'

/** The current path of an id, or the last one; `deletedAt` in milliseconds since the Unix epoch. */
interface EntryId {
  readonly siteId: string
  readonly path: string
  readonly deletedAt: number | null
}

/** One renamed path. */
interface PathRename {
  readonly from: string
  readonly to: string
}

/** An id and the path that it is to have. */
export interface IdPlace {
  readonly id: string
  readonly path: string
}

/** The ids of all entries of all sites. */
export interface EntryIds {
  /**
   * Ids by path, for all given paths. Unknown paths get a new id. This is one transaction, so callers with very many
   * paths call it with some hundreds at a time and yield in between.
   */
  resolve(siteId: string, paths: readonly string[]): Map<string, string>
  /**
   * Moves ids to new paths, all at once (two paths may swap). An id that had the new path before is marked as deleted.
   * Renames of paths without an id are ignored.
   *
   * @param at time of deletion of replaced ids
   */
  rename(siteId: string, renames: readonly PathRename[], at: number): void
  /** Marks ids as deleted, for `restore`. The path may get another id in the meantime. */
  markDeleted(siteId: string, paths: readonly string[], at: number): void
  /**
   * Restores deleted ids, each at its path: all or none.
   *
   * @throws GalleyError `not_found`; `conflict` if a path has another id
   */
  restore(places: readonly IdPlace[]): void
  /** Gives paths these ids, but for those that have one already, and ids that exist. */
  claim(siteId: string, places: readonly IdPlace[]): void
  find(id: string): EntryId | null
  /** True if a site, or a change set by its key, has ids. */
  hasAny(siteId: string): boolean
  /** Deleted ids of a site, newest deletion first. */
  listDeleted(siteId: string, limit: number): DeletedId[]
  /** Deletes up to `limit` ids of a deleted site and its change sets, or of one set. True if there were any. */
  forget(siteId: string, limit: number): boolean
  /** Sites that have ids, including deleted sites. */
  listSites(): string[]
}

/** The id of a deleted file. */
interface DeletedId {
  readonly id: string
  readonly path: string
  /** Milliseconds since the Unix epoch. */
  readonly deletedAt: number
}

/** The ids over one connection. */
export function createEntryIds(db: Connection, newId: NewId): EntryIds {
  const sql = prepareStatements(db)
  const resolveOne = createResolver(sql, newId)
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
      // All leave their paths first, so that the order of a chain or swap does not matter.
      for (const { id } of moves) sql.leave.run(at, id)
      for (const { id, to } of moves) {
        sql.markDeleted.run(at, siteId, to)
        sql.arrive.run(to, id)
      }
    }),
    markDeleted: inTransaction(db, (siteId: string, paths: readonly string[], at: number) => {
      for (const path of paths) sql.markDeleted.run(at, siteId, path)
    }),
    restore: inTransaction(db, (places: readonly IdPlace[]) => {
      for (const { id, path } of places) {
        if (refusingTaken(() => sql.arrive.run(path, id)).changes === 0) throw notFound('document')
      }
    }),
    claim: inTransaction(db, (siteId: string, places: readonly IdPlace[]) => {
      for (const { id, path } of places) {
        const isFree = sql.live.get(siteId, path) === undefined && sql.byId.get(id) === undefined
        if (isFree) sql.insert.run(id, siteId, path)
      }
    }),
    find: (id) => sql.byId.get(id) ?? null,
    hasAny: (siteId) => sql.any.get(siteId) !== undefined,
    listDeleted: (siteId, limit) => sql.deleted.all(siteId, limit),
    forget: (siteId, limit) => sql.forget.run({ siteId, limit }).changes > 0,
    listSites: () => {
      const sites: string[] = []
      // Jumps from site to site in the index, instead of reading all ids.
      for (let next = sql.nextSite.get(''); next; next = sql.nextSite.get(next)) sites.push(next)
      return sites
    },
  }
}

/** Makes the function that finds or makes the id of a path. */
function createResolver(sql: ReturnType<typeof prepareStatements>, newId: NewId) {
  /** In a change set, a text has the id that it has outside, unless it has moved there. */
  const resolveInSet = (siteId: string, setId: string, path: string): string => {
    const outside = sql.live.get(withoutSet(siteId), path)
    const same = inSet(outside ?? newId(), setId)
    const known = sql.byId.get(same)
    if (known && known.deletedAt !== null) {
      sql.arrive.run(path, same)
      return same
    }
    const id = known ? inSet(newId(), setId) : same
    sql.insert.run(id, siteId, path)
    return id
  }
  return (siteId: string, path: string): string => {
    const known = sql.live.get(siteId, path)
    if (known !== undefined) return known
    const setId = setOf(siteId)
    if (setId !== null) return resolveInSet(siteId, setId, path)
    const id = newId()
    sql.insert.run(id, siteId, path)
    return id
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
    any: db.prepare<[string]>('SELECT 1 FROM entry_ids WHERE site_id = ? LIMIT 1'),
    deleted: db.prepare<[string, number], DeletedId>(
      `SELECT id, path, deleted_at AS deletedAt FROM entry_ids WHERE site_id = ? AND deleted_at IS NOT NULL
       ORDER BY deleted_at DESC, id LIMIT ?`,
    ),
    forget: db.prepare(
      `DELETE FROM entry_ids WHERE id IN (SELECT id FROM entry_ids WHERE site_id = @siteId
         OR (site_id > @siteId || '~' AND site_id < @siteId || char(127)) LIMIT @limit)`,
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
