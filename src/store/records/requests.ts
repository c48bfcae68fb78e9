/** Requests with an idempotency key and their answers, so that no such request is carried out twice. */

import type { Connection } from '../connection.js'

/** The user and the idempotency key. */
interface RequestKey {
  readonly userId: string
  readonly key: string
}

/** A request; `at` in milliseconds since the Unix epoch. */
interface KeyedRequest extends RequestKey {
  /** Equal for requests with the same content. */
  readonly fingerprint: string
  readonly requestId: string
  /** JSON; null until it is known, an empty text if it is not stored. */
  readonly answer: string | null
  readonly at: number
}

/** The requests of the server. */
export interface Requests {
  find(key: RequestKey): KeyedRequest | null
  /** Stores that a request begins; replaces an older one with the same key. */
  begin(request: Omit<KeyedRequest, 'answer'>): void
  /** Stores an answer. If large answers exceed their limits together, drops the oldest of them. */
  finish(key: RequestKey, answer: string): void
  /** Deletes a request, so that it can be made again. */
  forget(key: RequestKey): void
  /** Number of stored requests of a user, counted up to `max`. */
  countOf(userId: string, max: number): number
  /** Deletes requests from before a time (milliseconds since the Unix epoch). Returns their number. */
  deleteOlder(than: number): number
}

/** Limits for the sizes of answers, in bytes. Answers up to 2 kB are only limited in number. */
interface AnswerLimits {
  readonly one: number
  /** All large answers of a user. */
  readonly ofUser: number
  /** All large answers of the server. */
  readonly inAll: number
}

const MB = 1024 * 1024
const LIMITS: AnswerLimits = { one: MB, ofUser: 16 * MB, inAll: 128 * MB }

/** Largest small answer in bytes; the index `requests_large` has the larger ones. */
const SMALL = 2048

/** The requests over one connection. */
export function createRequests(db: Connection, limits = LIMITS): Requests {
  const one = db.prepare<[string, string], KeyedRequest>(
    `SELECT user_id AS userId, key, fingerprint, request_id AS requestId, answer, at
     FROM requests WHERE user_id = ? AND key = ?`,
  )
  const begin = db.prepare(
    `INSERT OR REPLACE INTO requests (user_id, key, fingerprint, request_id, answer, at)
     VALUES (@userId, @key, @fingerprint, @requestId, NULL, @at)`,
  )
  const finish = db.prepare(
    'UPDATE requests SET answer = ?, bytes = ? WHERE user_id = ? AND key = ?',
  )
  const bound = boundAnswers(db, limits)
  const keep = db.transaction(({ userId, key }: RequestKey, answer: string) => {
    const bytes = Buffer.byteLength(answer)
    const stored = bytes <= limits.one ? answer : ''
    finish.run(stored, stored === '' ? 0 : bytes, userId, key)
    if (stored !== '' && bytes > SMALL) bound()
  })
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
    finish: (key, answer) => {
      keep(key, answer)
    },
    forget: ({ userId, key }) => {
      forget.run(userId, key)
    },
    countOf: (userId, max) => countOf.get(userId, max) ?? 0,
    deleteOlder: (than) => deleteOlder.run(than).changes,
  }
}

interface Large {
  readonly name: string
  readonly bytes: number
}

/** Drops the oldest large answers, first of the users with the most bytes, until all limits are met. */
function boundAnswers(db: Connection, limits: AnswerLimits): () => void {
  const holders = db.prepare<[], Large>(
    `SELECT user_id AS name, sum(bytes) AS bytes FROM requests WHERE bytes > ${SMALL}
     GROUP BY user_id ORDER BY sum(bytes) DESC`,
  )
  const oldest = db.prepare<[string], Large>(
    `SELECT key AS name, bytes FROM requests WHERE bytes > ${SMALL} AND user_id = ? ORDER BY at`,
  )
  const drop = db.prepare(
    `UPDATE requests SET answer = '', bytes = 0 WHERE user_id = ? AND key = ?`,
  )
  return () => {
    const all = holders.all()
    let over = all.reduce((sum, { bytes }) => sum + bytes, 0) - limits.inAll
    for (const holder of all) {
      let excess = Math.max(holder.bytes - limits.ofUser, over)
      if (excess <= 0) return
      for (const { name, bytes } of oldest.all(holder.name)) {
        if (excess <= 0) break
        drop.run(holder.name, name)
        excess -= bytes
        over -= bytes
      }
    }
  }
}
