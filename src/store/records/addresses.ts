/**
 * E-mail addresses that users have or had. Nobody else can get a previous address of a user, because its commits in git
 * would then count as theirs.
 */

import { GalleyError } from '../../errors.js'
import { emailKey, type EmailSource } from '../../model/user.js'
import type { Connection } from '../connection.js'

/** The addresses of the server, current and previous. */
export interface Addresses {
  /** User ids by `emailKey`, for those of the addresses that an administrator gave a user. */
  ownersOf(emails: readonly string[]): Map<string, string>
  /** `emailKey` of each address that an administrator gave the user, sorted. */
  givenTo(userId: string): string[]
}

/** An address that a user gets; `at` in milliseconds since the Unix epoch. */
interface AddressClaim {
  readonly userId: string
  readonly email: string
  readonly source: EmailSource
  readonly at: number
}

/** Addresses per user that stay reserved if users chose them themselves, so that nobody can reserve very many. */
const MAX_SELF_CHOSEN = 20

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
 * A function that gives an address to a user, within the caller's transaction. An address from an administrator keeps
 * that source if its user returns to it.
 *
 * @throws GalleyError `conflict` if the address is or was somebody else's
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
       ORDER BY email_key = @emailKey DESC, at DESC, email_key LIMIT ${MAX_SELF_CHOSEN})`,
  )
  return ({ email, userId, source, at }) => {
    const key = { emailKey: emailKey(email), userId }
    if (put.run({ ...key, source, at }).changes === 0) throw takenAddress()
    forgetOld.run(key)
  }
}

/** The same error for current and previous addresses, so that it tells nothing about other users. */
export function takenAddress(cause?: unknown): GalleyError {
  return new GalleyError('conflict', 'A user with this e-mail address exists already.', {
    details: [{ field: 'email', message: 'is taken' }],
    ...(cause !== undefined && { cause }),
  })
}
