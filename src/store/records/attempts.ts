/** Counts failed attempts by place, in windows of time. The table is bounded: drops windows that end first. */

import { inLightTransaction, type Connection } from '../connection.js'

interface PlaceFailures {
  readonly failures: number
  /** The end of the window, in milliseconds since the Unix epoch. */
  readonly until: number
}

/** A failure. The window begins with the first failure of its place. */
interface NewFailure {
  readonly place: string
  readonly now: number
  readonly windowMs: number
}

export interface AttemptCounts {
  /** The failures of a place; null if there are none, or their window is over. */
  find(place: string, now: number): PlaceFailures | null
  /** Counts one more. */
  add(failure: NewFailure): PlaceFailures
  /** Subtracts one. */
  take(place: string): void
  /** Number of places with failures. */
  count(): number
}

/** Rows in the table; each has about a hundred bytes. */
const MAX_PLACES = 50_000
/** Rows that are deleted at once when the table is full, so that not every failure has to delete. */
const ROOM = 1000

export function createAttemptCounts(db: Connection, maxPlaces = MAX_PLACES): AttemptCounts {
  const sql = prepareStatements(db)
  let places = sql.count.get() ?? 0
  const makeRoom = (now: number): void => {
    if (places < maxPlaces) return
    sql.deleteOver.run(now)
    places = sql.count.get() ?? 0
    if (places < maxPlaces) return
    sql.deleteFirst.run(Math.min(ROOM, maxPlaces))
    places = sql.count.get() ?? 0
  }
  return {
    find: (place, now) => sql.one.get(place, now) ?? null,
    // If a power cut loses a count, nothing is lost that matters.
    add: inLightTransaction(db, ({ place, now, windowMs }: NewFailure) => {
      const known = sql.increase.get(place, now)
      if (known !== undefined) return known
      makeRoom(now)
      const until = now + windowMs
      if (sql.remove.run(place).changes === 0) places += 1
      sql.insert.run(place, until)
      return { failures: 1, until }
    }),
    take: inLightTransaction(db, (place: string) => void sql.decrease.run(place)),
    count: () => sql.count.get() ?? 0,
  }
}

function prepareStatements(db: Connection) {
  return {
    one: db.prepare<[string, number], PlaceFailures>(
      'SELECT failures, until FROM attempts WHERE place = ? AND until > ?',
    ),
    increase: db.prepare<[string, number], PlaceFailures>(
      `UPDATE attempts SET failures = failures + 1 WHERE place = ? AND until > ?
       RETURNING failures, until`,
    ),
    insert: db.prepare('INSERT INTO attempts (place, failures, until) VALUES (?, 1, ?)'),
    remove: db.prepare('DELETE FROM attempts WHERE place = ?'),
    decrease: db.prepare('UPDATE attempts SET failures = failures - 1 WHERE place = ?'),
    deleteOver: db.prepare('DELETE FROM attempts WHERE until <= ?'),
    deleteFirst: db.prepare(
      'DELETE FROM attempts WHERE place IN (SELECT place FROM attempts ORDER BY until LIMIT ?)',
    ),
    count: db.prepare<[], number>('SELECT count(*) FROM attempts').pluck(),
  }
}
