/** Passkeys. Only public keys, so nothing here is a secret. */

import type { Passkey } from '../../model/passkey.js'
import type { Connection } from '../connection.js'
import { parseNames } from './json.js'

export interface Passkeys {
  /** False if the authenticator's key is a passkey already, of whomever. */
  create(passkey: Passkey): boolean
  /** Newest first. */
  listOfUser(userId: string): Passkey[]
  /** Stores a use. False if the passkey is gone, or if its counter has not grown. */
  use(id: string, to: { readonly counter: number; readonly at: number }): boolean
}

interface PasskeyRow {
  readonly id: string
  readonly user_id: string
  readonly name: string
  readonly credential_id: string
  readonly public_key: Buffer
  readonly counter: number
  readonly transports: string
  readonly created_at: number
  readonly last_used_at: number | null
}

/** The passkeys over one connection. */
export function createPasskeys(db: Connection): Passkeys {
  const insert = db.prepare(
    `INSERT INTO passkeys (id, user_id, name, credential_id, public_key, counter, transports,
       created_at, last_used_at)
     VALUES (@id, @userId, @name, @credentialId, @publicKey, @counter, @transports, @createdAt,
       @lastUsedAt)
     ON CONFLICT (credential_id) DO NOTHING`,
  )
  const ofUser = db.prepare<[string], PasskeyRow>(
    'SELECT * FROM passkeys WHERE user_id = ? ORDER BY created_at DESC, id',
  )
  const use = db.prepare<[number, number, string, number]>(
    `UPDATE passkeys SET counter = ?, last_used_at = ?
     WHERE id = ? AND (counter < ? OR counter = 0)`,
  )
  return {
    create: (passkey) => {
      const transports = JSON.stringify(passkey.transports)
      return insert.run({ ...passkey, transports }).changes > 0
    },
    listOfUser: (userId) => ofUser.all(userId).map(toPasskey),
    use: (id, { counter, at }) => use.run(counter, at, id, counter).changes > 0,
  }
}

function toPasskey(row: PasskeyRow): Passkey {
  return {
    id: row.id,
    userId: row.user_id,
    name: row.name,
    credentialId: row.credential_id,
    publicKey: new Uint8Array(row.public_key),
    counter: row.counter,
    transports: parseNames(row.transports),
    createdAt: row.created_at,
    lastUsedAt: row.last_used_at,
  }
}
