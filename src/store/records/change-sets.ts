/** Change sets: what their branches can't say. */

import type { ChangeSet, ChangeSetState } from '../../model/change-set.js'
import type { Connection } from '../connection.js'

/** The change sets of all sites. */
export interface ChangeSets {
  /** Stores a set, new or changed. */
  put(set: ChangeSet): void
  find(siteId: string, id: string): ChangeSet | null
  /** The open set whose preview has an address with this secret part. */
  findByPreview(siteId: string, token: string): ChangeSet | null
  /** Newest first. */
  list(siteId: string): ChangeSet[]
  delete(siteId: string, id: string): void
}

interface SetRow {
  readonly site_id: string
  readonly id: string
  readonly title: string
  readonly user_id: string | null
  readonly state: ChangeSetState
  readonly created_at: number
  readonly closed_at: number | null
  readonly closed_by: string | null
  readonly landed_commit: string | null
  readonly preview_token: string | null
}

/** The sets over one connection. */
export function createChangeSets(db: Connection): ChangeSets {
  const put = db.prepare(
    `INSERT OR REPLACE INTO change_sets VALUES
     (@siteId, @id, @title, @userId, @state, @createdAt, @closedAt, @closedBy, @landedCommit, @previewToken)`,
  )
  const one = db.prepare<[string, string], SetRow>(
    'SELECT * FROM change_sets WHERE site_id = ? AND id = ?',
  )
  const previewed = db.prepare<[string, string], SetRow>(
    "SELECT * FROM change_sets WHERE site_id = ? AND preview_token = ? AND state = 'open'",
  )
  const all = db.prepare<[string], SetRow>(
    'SELECT * FROM change_sets WHERE site_id = ? ORDER BY created_at DESC, id',
  )
  const remove = db.prepare('DELETE FROM change_sets WHERE site_id = ? AND id = ?')
  const found = (row: SetRow | undefined) => (row === undefined ? null : toSet(row))
  return {
    put: (set) => {
      put.run(set)
    },
    find: (siteId, id) => found(one.get(siteId, id)),
    findByPreview: (siteId, token) => found(previewed.get(siteId, token)),
    list: (siteId) => all.all(siteId).map(toSet),
    delete: (siteId, id) => {
      remove.run(siteId, id)
    },
  }
}

function toSet(row: SetRow): ChangeSet {
  return {
    siteId: row.site_id,
    id: row.id,
    title: row.title,
    userId: row.user_id,
    state: row.state,
    createdAt: row.created_at,
    closedAt: row.closed_at,
    closedBy: row.closed_by,
    landedCommit: row.landed_commit,
    previewToken: row.preview_token,
  }
}
