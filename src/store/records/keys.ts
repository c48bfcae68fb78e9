/** API key pairs, one per user. The secret is stored as an HMAC (to compare) and encrypted (to show it again). */

import type { User } from '../../model/user.js'
import type { Connection } from '../connection.js'
import type { QueryCache } from './query-cache.js'
import { toUser, USER_COLUMNS, type UserRow } from './users.js'

/** A key pair; `createdAt` in milliseconds since the Unix epoch. */
interface KeyPair {
  readonly key: string
  readonly userId: string
  /** HMAC of the secret, with a server key that is not in the database. */
  readonly secretHmac: Buffer
  /** The secret, encrypted with a server key that is not in the database. */
  readonly sealedSecret: Buffer
  readonly createdAt: number
}

/** The key pairs of the server. */
export interface Keys {
  /** Replaces the pair of a user. */
  put(pair: KeyPair): void
  findByUser(userId: string): KeyPair | null
  /** The pair with its user, in one query because every request needs it. */
  findByKey(key: string): { readonly pair: KeyPair; readonly user: User } | null
}

interface KeyRow {
  readonly key: string
  readonly user_id: string
  readonly secret_hmac: Buffer
  readonly sealed_secret: Buffer
  readonly key_created_at: number
}

const KEY_COLUMNS =
  'k.key, k.user_id, k.secret_hmac, k.sealed_secret, k.created_at AS key_created_at'

/** The key pairs over one connection. */
export function createKeys(db: Connection, cached: QueryCache): Keys {
  const put = db.prepare(
    `INSERT INTO keys (key, user_id, secret_hmac, sealed_secret, created_at)
     VALUES (@key, @userId, @secretHmac, @sealedSecret, @createdAt)
     ON CONFLICT (user_id) DO UPDATE SET key = excluded.key, secret_hmac = excluded.secret_hmac,
       sealed_secret = excluded.sealed_secret, created_at = excluded.created_at`,
  )
  const byUser = db.prepare<[string], KeyRow>(
    `SELECT ${KEY_COLUMNS} FROM keys k WHERE k.user_id = ?`,
  )
  const byKey = db.prepare<[string], KeyRow & UserRow>(
    `SELECT ${KEY_COLUMNS}, ${USER_COLUMNS} FROM keys k JOIN users u ON u.id = k.user_id WHERE k.key = ?`,
  )
  return {
    put: (pair) => {
      put.run(pair)
    },
    findByUser: (userId) => {
      const row = byUser.get(userId)
      return row === undefined ? null : toPair(row)
    },
    findByKey: cached((key) => {
      const row = byKey.get(key)
      return row === undefined ? null : { pair: toPair(row), user: toUser(row) }
    }),
  }
}

function toPair(row: KeyRow): KeyPair {
  return {
    key: row.key,
    userId: row.user_id,
    secretHmac: row.secret_hmac,
    sealedSecret: row.sealed_secret,
    createdAt: row.key_created_at,
  }
}
