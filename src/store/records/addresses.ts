/**
 * E-mail addresses that users have or had. A former one stays its user's: commits in git name it for
 * ever, and whoever got it would own them.
 */

import { GalleyError } from '../../errors.js'
import { emailKey, type EmailSource } from '../../model/user.js'
import type { Connection } from '../connection.js'

/** The addresses of the server, current and former. */
export interface Addresses {
  /** The users to whom an administrator gave the addresses, by the `emailKey` of each; others are left out. */
  ownersOf(emails: readonly string[]): Map<string, string>
  /** `emailKey` of each address that an administrator gave a user. */
  givenTo(userId: string): string[]
}

/** An address that becomes a user's; `at` in milliseconds since the Unix epoch. */
interface AddressClaim {
  readonly userId: string
  readonly email: string
  readonly source: EmailSource
  readonly at: number
}

/** So many of those that users chose themselves stay reserved: nobody reserves the addresses of all. */
const MAX_CHOSEN = 20

/** The addresses over one connection. */
export function createAddresses(db: Connection): Addresses {
  const owners = db.prepare<[string], { readonly email_key: string; readonly user_id: string }>(
    `SELECT email_key, user_id FROM addresses
     WHERE source = 'admin' AND email_key IN (SELECT value FROM json_each(?))`,
  )
  const given = db
    .prepare<[string], string>(
      `SELECT email_key FROM addresses WHERE user_id = ? AND source = 'admin' ORDER BY email_key`,
    )
    .pluck()
  return {
    ownersOf: (emails) => {
      const rows = owners.all(JSON.stringify(emails.map(emailKey)))
      return new Map(rows.map((row) => [row.email_key, row.user_id]))
    },
    givenTo: (userId) => given.all(userId),
  }
}

/**
 * Makes an address a user's, within the caller's transaction. What an administrator gave once stays
 * so when its user comes back to it.
 *
 * @throws GalleyError `conflict` when it is or was somebody else's
 */
export function createClaiming(db: Connection): (claim: AddressClaim) => void {
  const put = db.prepare(
    `INSERT INTO addresses (email_key, user_id, source, at) VALUES (@emailKey, @userId, @source, @at)
     ON CONFLICT (email_key) DO UPDATE SET at = excluded.at,
       source = CASE excluded.source WHEN 'admin' THEN 'admin' ELSE source END
     WHERE user_id = excluded.user_id`,
  )
  const forgetOld = db.prepare(
    `DELETE FROM addresses WHERE user_id = @userId AND source = 'self' AND email_key NOT IN (
       SELECT email_key FROM addresses WHERE user_id = @userId AND source = 'self'
       ORDER BY email_key = @emailKey DESC, at DESC, email_key LIMIT ${MAX_CHOSEN})`,
  )
  return ({ email, userId, source, at }) => {
    const key = { emailKey: emailKey(email), userId }
    if (put.run({ ...key, source, at }).changes === 0) throw takenAddress()
    forgetOld.run(key)
  }
}

/** Says no more of a former address than of a current one: whose it is is nobody's business. */
export function takenAddress(cause?: unknown): GalleyError {
  return new GalleyError('conflict', 'A user with this e-mail address exists already.', {
    details: [{ field: 'email', message: 'is taken' }],
    ...(cause !== undefined && { cause }),
  })
}
