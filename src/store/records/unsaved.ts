/** Texts that users have not saved. */

import type { UnsavedText } from '../../model/unsaved.js'
import type { Connection } from '../connection.js'

/** Whose text it is, where, and its id. */
export interface UnsavedPlace {
  readonly userId: string
  readonly siteId: string
  readonly id: string
}

export interface Unsaved {
  find(place: UnsavedPlace): UnsavedText | null
  /** What is in it, packed; null if there is none. */
  read(place: UnsavedPlace): Buffer | null
  /** Those of a user on a site, newest first. */
  list(userId: string, siteId: string): UnsavedText[]
  /** Of a user, on all sites. */
  usageOf(userId: string): { readonly count: number; readonly bytes: number }
  put(text: UnsavedText & { readonly content: Buffer }): void
  delete(place: UnsavedPlace): void
  /** Deletes those that were last written before a time. */
  deleteBefore(at: number): void
}

interface UnsavedRow {
  readonly id: string
  readonly site_id: string
  readonly user_id: string
  readonly entry_id: string | null
  readonly collection: string | null
  readonly title: string
  readonly version: string
  readonly bytes: number
  readonly updated_at: number
}

const COLUMNS = 'id, site_id, user_id, entry_id, collection, title, version, bytes, updated_at'
const PLACE = 'user_id = @userId AND site_id = @siteId AND id = @id'

/** The texts over one connection. */
export function createUnsaved(db: Connection): Unsaved {
  const one = db.prepare<[UnsavedPlace], UnsavedRow>(
    `SELECT ${COLUMNS} FROM unsaved WHERE ${PLACE}`,
  )
  const content = db
    .prepare<[UnsavedPlace], Buffer>(`SELECT content FROM unsaved WHERE ${PLACE}`)
    .pluck()
  const some = db.prepare<[string, string], UnsavedRow>(
    `SELECT ${COLUMNS} FROM unsaved WHERE user_id = ? AND site_id = ? ORDER BY updated_at DESC, id`,
  )
  const usage = db.prepare<[string], { count: number; bytes: number }>(
    'SELECT count(*) AS count, coalesce(sum(bytes), 0) AS bytes FROM unsaved WHERE user_id = ?',
  )
  const put = db.prepare(
    `INSERT OR REPLACE INTO unsaved (${COLUMNS}, content)
     VALUES (@id, @siteId, @userId, @entryId, @collection, @title, @version, @bytes, @updatedAt, @content)`,
  )
  const remove = db.prepare<[UnsavedPlace]>(`DELETE FROM unsaved WHERE ${PLACE}`)
  const removeBefore = db.prepare<[number]>('DELETE FROM unsaved WHERE updated_at < ?')
  return {
    find: (place) => {
      const row = one.get(place)
      return row === undefined ? null : toText(row)
    },
    read: (place) => content.get(place) ?? null,
    list: (userId, siteId) => some.all(userId, siteId).map(toText),
    usageOf: (userId) => usage.get(userId) ?? { count: 0, bytes: 0 },
    put: (text) => void put.run(text),
    delete: (place) => void remove.run(place),
    deleteBefore: (at) => void removeBefore.run(at),
  }
}

function toText(row: UnsavedRow): UnsavedText {
  return {
    id: row.id,
    siteId: row.site_id,
    userId: row.user_id,
    entryId: row.entry_id,
    collection: row.collection,
    title: row.title,
    version: row.version,
    bytes: row.bytes,
    updatedAt: row.updated_at,
  }
}
