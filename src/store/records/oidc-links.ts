/** Which users sign in with another server (OpenID Connect), and as whom there. */

import { GalleyError } from '../../errors.js'
import { isUniqueViolation, type Connection } from '../connection.js'

/** A user has one at most. */
export interface OidcLink {
  readonly userId: string
  /** URL of the provider. */
  readonly issuer: string
  /** The provider's id of the person; never given to somebody else. */
  readonly subject: string
  /** Milliseconds since the Unix epoch. */
  readonly createdAt: number
}

export interface OidcLinks {
  /** Replaces an earlier link of the user. @throws GalleyError `conflict` if another user has this subject */
  put(link: OidcLink): void
  find(userId: string): OidcLink | null
  findBySubject(issuer: string, subject: string): OidcLink | null
  /** True if there was one. */
  delete(userId: string): boolean
}

/** The links over one connection. */
export function createOidcLinks(db: Connection): OidcLinks {
  const select = `SELECT user_id AS userId, issuer, subject, created_at AS createdAt FROM oidc_links`
  const ofUser = db.prepare<[string], OidcLink>(`${select} WHERE user_id = ?`)
  const ofSubject = db.prepare<[string, string], OidcLink>(
    `${select} WHERE issuer = ? AND subject = ?`,
  )
  const put = db.prepare(
    `INSERT INTO oidc_links (user_id, issuer, subject, created_at)
     VALUES (@userId, @issuer, @subject, @createdAt)
     ON CONFLICT (user_id) DO UPDATE SET issuer = excluded.issuer, subject = excluded.subject,
       created_at = excluded.created_at`,
  )
  const remove = db.prepare<[string]>('DELETE FROM oidc_links WHERE user_id = ?')
  return {
    put: (link) => {
      try {
        put.run(link)
      } catch (error) {
        if (!isUniqueViolation(error)) throw error
        const message = 'Another account is linked to this person of the provider.'
        throw new GalleyError('conflict', message, { cause: error })
      }
    },
    find: (userId) => ofUser.get(userId) ?? null,
    findBySubject: (issuer, subject) => ofSubject.get(issuer, subject) ?? null,
    delete: (userId) => remove.run(userId).changes > 0,
  }
}
