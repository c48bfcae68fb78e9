/** Access tokens. Secrets are stored only as HMACs, with a server key that is not in the database. */

import { TOKEN_SCOPES, type Token } from '../../model/token.js'
import type { User } from '../../model/user.js'
import { inLightTransaction, type Connection } from '../connection.js'
import { parseNames } from './json.js'
import type { QueryCache } from './query-cache.js'
import { toUser, USER_COLUMNS, type UserRow } from './users.js'

/** A token with its user. */
interface StoredToken {
  readonly token: Token
  readonly user: User
}

/** The tokens of the server. */
export interface Tokens {
  create(token: Token & { readonly secretHmac: Buffer }): void
  /** Also those that have expired. */
  find(id: string): StoredToken | null
  /**
   * The token whose secret, or whose secret before the last rotation, has an HMAC (in hexadecimal), in one query because
   * every request needs it. Also those that have expired.
   */
  findBySecret(hmac: string): (StoredToken & { readonly isFormer: boolean }) | null
  /** Newest first. */
  listOfUser(userId: string): Token[]
  countOfUser(userId: string): number
  /** Gives a token another secret; the former one is valid until `formerUntil`. */
  rotate(id: string, to: Rotation): void
  /** Stores the last use. A power failure may undo it. */
  touch(id: string, at: number): void
  /** True if there was one. */
  delete(id: string): boolean
}

interface Rotation {
  readonly secretHmac: Buffer
  readonly hint: string
  readonly formerUntil: number
}

interface TokenRow {
  readonly token_id: string
  readonly user_id: string
  readonly name: string
  readonly hint: string
  readonly scopes: string
  readonly site_ids: string | null
  readonly token_created_at: number
  readonly expires_at: number | null
  readonly last_used_at: number | null
  readonly former_until: number | null
}

const COLUMNS = `t.id AS token_id, t.user_id, t.name, t.hint, t.scopes, t.site_ids,
  t.created_at AS token_created_at, t.expires_at, t.last_used_at, t.former_until`

/** The tokens over one connection. */
export function createTokens(db: Connection, cached: QueryCache): Tokens {
  const sql = prepareStatements(db)
  const touch = inLightTransaction(db, (id: string, at: number) => {
    sql.touch.run(at, id)
  })
  return {
    create: (token) => {
      const scopes = JSON.stringify(token.scopes)
      const siteIds = token.siteIds && JSON.stringify(token.siteIds)
      sql.insert.run({ ...token, scopes, siteIds })
    },
    find: cached((id) => {
      const row = sql.byId.get(id)
      return row === undefined ? null : { token: toToken(row), user: toUser(row) }
    }),
    findBySecret: cached((hmac) => {
      const bytes = Buffer.from(hmac, 'hex')
      const row = sql.bySecret.get(bytes, bytes)
      if (row === undefined) return null
      return { token: toToken(row), user: toUser(row), isFormer: !row.secret_hmac.equals(bytes) }
    }),
    listOfUser: (userId) => sql.ofUser.all(userId).map(toToken),
    countOfUser: (userId) => sql.count.get(userId) ?? 0,
    rotate: (id, to) => {
      sql.rotate.run({ id, ...to })
    },
    touch,
    delete: (id) => sql.remove.run(id).changes > 0,
  }
}

function prepareStatements(db: Connection) {
  return {
    insert: db.prepare(
      `INSERT INTO tokens (id, user_id, name, hint, scopes, site_ids, secret_hmac, created_at, expires_at)
       VALUES (@id, @userId, @name, @hint, @scopes, @siteIds, @secretHmac, @createdAt, @expiresAt)`,
    ),
    byId: db.prepare<[string], TokenRow & UserRow>(
      `SELECT ${COLUMNS}, ${USER_COLUMNS} FROM tokens t JOIN users u ON u.id = t.user_id
       WHERE t.id = ?`,
    ),
    bySecret: db.prepare<[Buffer, Buffer], TokenRow & UserRow & { secret_hmac: Buffer }>(
      `SELECT t.secret_hmac, ${COLUMNS}, ${USER_COLUMNS} FROM tokens t JOIN users u ON u.id = t.user_id
       WHERE t.secret_hmac = ? OR t.former_hmac = ?`,
    ),
    ofUser: db.prepare<[string], TokenRow>(
      `SELECT ${COLUMNS} FROM tokens t WHERE t.user_id = ? ORDER BY t.created_at DESC, t.id DESC`,
    ),
    count: db.prepare<[string], number>('SELECT count(*) FROM tokens WHERE user_id = ?').pluck(),
    rotate: db.prepare(
      `UPDATE tokens SET former_hmac = secret_hmac, former_until = @formerUntil,
         secret_hmac = @secretHmac, hint = @hint WHERE id = @id`,
    ),
    touch: db.prepare<[number, string]>('UPDATE tokens SET last_used_at = ? WHERE id = ?'),
    remove: db.prepare<[string]>('DELETE FROM tokens WHERE id = ?'),
  }
}

function toToken(row: TokenRow): Token {
  return {
    id: row.token_id,
    userId: row.user_id,
    name: row.name,
    hint: row.hint,
    scopes: parseNames(row.scopes, TOKEN_SCOPES),
    siteIds: row.site_ids === null ? null : parseNames(row.site_ids),
    createdAt: row.token_created_at,
    expiresAt: row.expires_at,
    lastUsedAt: row.last_used_at,
    formerUntil: row.former_until,
  }
}
