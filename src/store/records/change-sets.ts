/** Change sets: what their branches can't say. */

import {
  MAX_SET_NOTES,
  type ChangeSet,
  type ChangeSetState,
  type SetNote,
} from '../../model/change-set.js'
import { inTransaction, type Connection } from '../connection.js'

/** The change sets of all sites. */
export interface ChangeSets {
  /** Stores a set, new or changed. A token that it has stays, unless it gets null: it may have been renewed meanwhile. */
  put(set: ChangeSet): void
  find(siteId: string, id: string): ChangeSet | null
  /** The open set whose preview has an address with this secret part. */
  findByPreview(siteId: string, token: string): ChangeSet | null
  /** Newest first. */
  list(siteId: string): ChangeSet[]
  delete(siteId: string, id: string): void
  /** Adds notes to a set, which keeps the newest. */
  addNotes(siteId: string, id: string, notes: readonly NewNote[]): void
  /** Newest first. */
  notes(siteId: string, id: string): SetNote[]
}

type NewNote = Omit<SetNote, 'seq'>

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
  readonly handed_in_head: string | null
  readonly handed_in_at: number | null
  readonly handed_in_by: string | null
}

/** The sets over one connection. */
export function createChangeSets(db: Connection): ChangeSets {
  const put = db.prepare(
    // Not replaced: its notes would be deleted with the row.
    `INSERT INTO change_sets VALUES
     (@siteId, @id, @title, @userId, @state, @createdAt, @closedAt, @closedBy, @landedCommit, @previewToken,
      @head, @at, @by)
     ON CONFLICT DO UPDATE SET title = @title, user_id = @userId, state = @state, closed_at = @closedAt,
       closed_by = @closedBy, landed_commit = @landedCommit,
       preview_token = iif(@previewToken IS NULL, NULL, ifnull(preview_token, @previewToken)),
       handed_in_head = @head, handed_in_at = @at, handed_in_by = @by`,
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
  const add = db.prepare(
    `INSERT INTO set_notes (id, site_id, set_id, kind, user_id, path, text, created_at)
     VALUES (@id, @siteId, @setId, @kind, @userId, @path, @text, @createdAt)`,
  )
  const trim = db.prepare<[string, string, string, string]>(
    `DELETE FROM set_notes WHERE site_id = ? AND set_id = ? AND seq <= (SELECT seq FROM set_notes
       WHERE site_id = ? AND set_id = ? ORDER BY seq DESC LIMIT 1 OFFSET ${MAX_SET_NOTES})`,
  )
  const notesOf = db.prepare<[string, string], SetNote>(
    `SELECT seq, id, kind, user_id AS userId, path, text, created_at AS createdAt FROM set_notes
     WHERE site_id = ? AND set_id = ? ORDER BY seq DESC`,
  )
  return {
    addNotes: inTransaction(db, (siteId: string, setId: string, notes: readonly NewNote[]) => {
      for (const note of notes) add.run({ ...note, siteId, setId })
      trim.run(siteId, setId, siteId, setId)
    }),
    notes: (siteId, id) => notesOf.all(siteId, id),
    put: ({ handedIn, ...set }) => {
      const { head = null, at = null, userId: by = null } = handedIn ?? {}
      put.run({ ...set, head, at, by })
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
    handedIn:
      row.handed_in_head === null
        ? null
        : { head: row.handed_in_head, at: row.handed_in_at ?? 0, userId: row.handed_in_by },
  }
}
