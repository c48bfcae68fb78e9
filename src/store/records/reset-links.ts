/** Links for a new password; a user has one at most. Their secrets only as HMACs. */

import type { Connection } from '../connection.js'

/** A link of a user. */
interface ResetLink {
  readonly userId: string
  /** Milliseconds since the Unix epoch. */
  readonly expiresAt: number
}

export interface ResetLinks {
  /** Replaces an earlier link of the user. */
  put(link: ResetLink & { readonly secretHmac: Buffer }): void
  /** Also one that has expired. */
  find(secretHmac: Buffer): ResetLink | null
  deleteOfUser(userId: string): void
  deleteExpired(before: number): void
}

/** The links over one connection. */
export function createResetLinks(db: Connection): ResetLinks {
  const put = db.prepare(
    `INSERT OR REPLACE INTO reset_links (user_id, secret_hmac, expires_at)
     VALUES (@userId, @secretHmac, @expiresAt)`,
  )
  const one = db.prepare<[Buffer], ResetLink>(
    'SELECT user_id AS userId, expires_at AS expiresAt FROM reset_links WHERE secret_hmac = ?',
  )
  const removeOfUser = db.prepare<[string]>('DELETE FROM reset_links WHERE user_id = ?')
  const removeExpired = db.prepare<[number]>('DELETE FROM reset_links WHERE expires_at < ?')
  return {
    put: (link) => {
      put.run(link)
    },
    find: (secretHmac) => one.get(secretHmac) ?? null,
    deleteOfUser: (userId) => {
      removeOfUser.run(userId)
    },
    deleteExpired: (before) => {
      removeExpired.run(before)
    },
  }
}
