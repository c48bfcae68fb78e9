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
  /** JSON; null while it is not known, and an empty text where it is not kept. */
  readonly answer: string | null
  readonly at: number
}

/** The requests of the server. */
export interface Requests {
  find(key: RequestKey): KeyedRequest | null
  /** Notes that a request begins, in place of an older one of the same key. */
  begin(request: Omit<KeyedRequest, 'answer'>): void
  /** Keeps an answer, in place of the oldest large ones where they are too much together. */
  finish(key: RequestKey, answer: string): void
  /** As if it had never been made. */
  forget(key: RequestKey): void
  /** How many a user has, counted no further than `most`. */
  countOf(userId: string, most: number): number
  /** Forgets what is older; how many. */
  deleteOlder(than: number): number
}

/** What answers may take, in bytes. Those up to 2 kB are bounded by their number alone. */
interface AnswerLimits {
  readonly one: number
  /** Large ones of a user together. */
  readonly ofUser: number
  /** Large ones of everybody together. */
  readonly inAll: number
}

const MB = 1024 * 1024
const LIMITS: AnswerLimits = { one: MB, ofUser: 16 * MB, inAll: 128 * MB }

/** The index has those that are larger. */
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
    countOf: (userId, most) => countOf.get(userId, most) ?? 0,
    deleteOlder: (than) => deleteOlder.run(than).changes,
  }
}

interface Large {
  readonly name: string
  readonly bytes: number
}

/** Drops the oldest large answers of whoever has most, until all are within their limits. */
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
