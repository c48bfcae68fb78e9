/** Sessions of browsers. The secret is stored only as an HMAC. */

import type { Session } from '../../model/session.js'
import type { User } from '../../model/user.js'
import { inLightTransaction, inTransaction, type Connection } from '../connection.js'
import type { QueryCache } from './query-cache.js'
import { toUser, USER_COLUMNS, type UserRow } from './users.js'

/** A session with the HMAC of its secret and its user. */
interface StoredSession {
  readonly session: Session
  /** With a server key that is not in the database. */
  readonly secretHmac: Buffer
  readonly user: User
}

/** When and from where a session was used last. */
interface Sighting {
  /** Milliseconds since the Unix epoch. */
  readonly at: number
  readonly address: string
}

/** The sessions of the server. */
export interface Sessions {
  /** Adds a session. Only the newest `max` of its user stay. */
  create(session: Session & { readonly secretHmac: Buffer }, max: number): void
  /** With its user, in one query because every request of a browser needs it. Finds expired sessions, too. */
  find(id: string): StoredSession | null
  /** Newest first. */
  listOfUser(userId: string): Session[]
  /** Stores the last use of a session. A power failure may undo it. */
  touch(id: string, seen: Sighting): void
  /** True if there was one. */
  delete(id: string): boolean
  /** Deletes all sessions of a user except one. */
  deleteOthers(userId: string, keptId: string | null): void
  /** Deletes those of a user that an OpenID Connect provider began, except one. */
  deleteByOidc(userId: string, keptId: string | null): void
  /** Deletes sessions that were created or last seen before these times (milliseconds). Returns their number. */
  deleteExpired(before: { readonly created: number; readonly seen: number }): number
}

interface SessionRow {
  readonly session_id: string
  readonly user_id: string
  readonly secret_hmac: Buffer
  readonly session_created_at: number
  readonly last_seen_at: number
  readonly address: string
  readonly user_agent: string
  readonly is_by_oidc: 0 | 1
}

const COLUMNS = `s.id AS session_id, s.user_id, s.secret_hmac, s.created_at AS session_created_at,
  s.last_seen_at, s.address, s.user_agent, s.is_by_oidc`

/** The sessions over one connection. */
export function createSessions(db: Connection, cached: QueryCache): Sessions {
  const sql = prepareStatements(db)
  const touch = inLightTransaction(db, (id: string, { at, address }: Sighting) => {
    sql.touch.run(at, address, id)
  })
  return {
    create: inTransaction(db, (session: Session & { readonly secretHmac: Buffer }, max: number) => {
      sql.insert.run({ ...session, isByOidc: Number(session.isByOidc) })
      sql.trim.run(session.userId, session.userId, max)
    }),
    find: cached((id) => {
      const row = sql.byId.get(id)
      if (row === undefined) return null
      return { session: toSession(row), secretHmac: row.secret_hmac, user: toUser(row) }
    }),
    listOfUser: (userId) => sql.ofUser.all(userId).map(toSession),
    touch,
    delete: (id) => sql.remove.run(id).changes > 0,
    deleteOthers: (userId, keptId) => {
      sql.removeOthers.run(userId, keptId)
    },
    deleteByOidc: (userId, keptId) => {
      sql.removeByOidc.run(userId, keptId)
    },
    deleteExpired: ({ created, seen }) => sql.removeExpired.run(created, seen).changes,
  }
}

function prepareStatements(db: Connection) {
  return {
    insert: db.prepare(
      `INSERT INTO sessions (id, user_id, secret_hmac, created_at, last_seen_at, address, user_agent,
         is_by_oidc)
       VALUES (@id, @userId, @secretHmac, @createdAt, @lastSeenAt, @address, @userAgent,
         @isByOidc)`,
    ),
    trim: db.prepare<[string, string, number]>(
      `DELETE FROM sessions WHERE user_id = ? AND id IN (
         SELECT id FROM sessions WHERE user_id = ? ORDER BY created_at DESC, id LIMIT -1 OFFSET ?)`,
    ),
    byId: db.prepare<[string], SessionRow & UserRow>(
      `SELECT ${COLUMNS}, ${USER_COLUMNS} FROM sessions s JOIN users u ON u.id = s.user_id
       WHERE s.id = ?`,
    ),
    ofUser: db.prepare<[string], SessionRow>(
      `SELECT ${COLUMNS} FROM sessions s WHERE s.user_id = ? ORDER BY s.created_at DESC, s.id`,
    ),
    touch: db.prepare<[number, string, string]>(
      'UPDATE sessions SET last_seen_at = ?, address = ? WHERE id = ?',
    ),
    remove: db.prepare<[string]>('DELETE FROM sessions WHERE id = ?'),
    removeOthers: db.prepare<[string, string | null]>(
      'DELETE FROM sessions WHERE user_id = ? AND id IS NOT ?',
    ),
    removeByOidc: db.prepare<[string, string | null]>(
      'DELETE FROM sessions WHERE user_id = ? AND is_by_oidc = 1 AND id IS NOT ?',
    ),
    removeExpired: db.prepare<[number, number]>(
      'DELETE FROM sessions WHERE created_at < ? OR last_seen_at < ?',
    ),
  }
}

function toSession(row: SessionRow): Session {
  return {
    id: row.session_id,
    userId: row.user_id,
    createdAt: row.session_created_at,
    lastSeenAt: row.last_seen_at,
    address: row.address,
    userAgent: row.user_agent,
    isByOidc: row.is_by_oidc === 1,
  }
}
