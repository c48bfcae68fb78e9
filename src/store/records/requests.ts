/** Requests that name themselves by a key, and what was answered, so that none is carried out twice. */

import type { Connection } from '../connection.js'

/** Who asked, and the name that they gave the request. */
interface RequestKey {
  readonly userId: string
  readonly key: string
}

/** A request; `at` in milliseconds since the Unix epoch. */
interface KeyedRequest extends RequestKey {
  /** Equal for requests that ask for the same. */
  readonly fingerprint: string
  readonly requestId: string
  /** JSON; null while it is not known. */
  readonly answer: string | null
  readonly at: number
}

/** The requests of the server. */
export interface Requests {
  find(key: RequestKey): KeyedRequest | null
  /** Notes that a request begins, in place of an older one of the same key. */
  begin(request: Omit<KeyedRequest, 'answer'>): void
  finish(key: RequestKey, answer: string): void
  /** As if it had never been made. */
  forget(key: RequestKey): void
  /** How many a user has, counted no further than `most`. */
  countOf(userId: string, most: number): number
  /** Forgets what is older; how many. */
  deleteOlder(than: number): number
}

/** The requests over one connection. */
export function createRequests(db: Connection): Requests {
  const one = db.prepare<[string, string], KeyedRequest>(
    `SELECT user_id AS userId, key, fingerprint, request_id AS requestId, answer, at
     FROM requests WHERE user_id = ? AND key = ?`,
  )
  const begin = db.prepare(
    `INSERT OR REPLACE INTO requests (user_id, key, fingerprint, request_id, answer, at)
     VALUES (@userId, @key, @fingerprint, @requestId, NULL, @at)`,
  )
  const finish = db.prepare('UPDATE requests SET answer = ? WHERE user_id = ? AND key = ?')
  const forget = db.prepare('DELETE FROM requests WHERE user_id = ? AND key = ?')
  const countOf = db
    .prepare<[string, number], number>(
      'SELECT count(*) FROM (SELECT 1 FROM requests WHERE user_id = ? LIMIT ?)',
    )
    .pluck()
  const deleteOlder = db.prepare('DELETE FROM requests WHERE at < ?')
  return {
    find: ({ userId, key }) => one.get(userId, key) ?? null,
    begin: (request) => {
      begin.run(request)
    },
    finish: ({ userId, key }, answer) => {
      finish.run(answer, userId, key)
    },
    forget: ({ userId, key }) => {
      forget.run(userId, key)
    },
    countOf: (userId, most) => countOf.get(userId, most) ?? 0,
    deleteOlder: (than) => deleteOlder.run(than).changes,
  }
}
