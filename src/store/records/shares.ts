/** Links to previews. Secrets are stored only as HMACs, with a server key that is not in the database. */

import type { Share } from '../../model/share.js'
import { inLightTransaction, type Connection } from '../connection.js'

interface StoredShare extends Share {
  readonly secretHmac: Buffer
}

/** The links of all sites. */
export interface Shares {
  create(share: StoredShare): void
  /** Also one that has ended. */
  find(id: string): StoredShare | null
  /** Those of a site that end after a time, newest first. */
  listOfSite(siteId: string, at: number): Share[]
  /** Stores the last use. A power failure may undo it. */
  touch(id: string, at: number): void
  delete(id: string): void
  /** Deletes those that ended before a time. */
  deleteEnded(at: number): void
}

interface ShareRow {
  readonly id: string
  readonly site_id: string
  readonly user_id: string
  readonly entry_id: string | null
  readonly secret_hmac: Buffer
  readonly created_at: number
  readonly expires_at: number
  readonly last_used_at: number | null
}

/** The links over one connection. */
export function createShares(db: Connection): Shares {
  const insert = db.prepare(
    `INSERT INTO shares (id, site_id, user_id, entry_id, secret_hmac, created_at, expires_at, last_used_at)
     VALUES (@id, @siteId, @userId, @entryId, @secretHmac, @createdAt, @expiresAt, @lastUsedAt)`,
  )
  const byId = db.prepare<[string], ShareRow>('SELECT * FROM shares WHERE id = ?')
  const ofSite = db.prepare<[string, number], ShareRow>(
    'SELECT * FROM shares WHERE site_id = ? AND expires_at > ? ORDER BY created_at DESC, id DESC',
  )
  const setUsed = db.prepare<[number, string]>('UPDATE shares SET last_used_at = ? WHERE id = ?')
  const remove = db.prepare<[string]>('DELETE FROM shares WHERE id = ?')
  const removeEnded = db.prepare<[number]>('DELETE FROM shares WHERE expires_at <= ?')
  return {
    create: (share) => void insert.run(share),
    find: (id) => {
      const row = byId.get(id)
      return row === undefined ? null : { ...toShare(row), secretHmac: row.secret_hmac }
    },
    listOfSite: (siteId, at) => ofSite.all(siteId, at).map(toShare),
    touch: inLightTransaction(db, (id: string, at: number) => void setUsed.run(at, id)),
    delete: (id) => void remove.run(id),
    deleteEnded: (at) => void removeEnded.run(at),
  }
}

function toShare(row: ShareRow): Share {
  return {
    id: row.id,
    siteId: row.site_id,
    userId: row.user_id,
    entryId: row.entry_id,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    lastUsedAt: row.last_used_at,
  }
}
