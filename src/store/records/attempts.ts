/** Failures by place in windows of time. The table is bounded: what ends first is forgotten first. */

import { inLightTransaction, type Connection } from '../connection.js'

/** Failures of a place; `until` in milliseconds since the Unix epoch. */
interface PlaceFailures {
  readonly failures: number
  /** When they are forgotten. */
  readonly until: number
}

/** A failure, for a window that begins with the first of its place. */
interface NewFailure {
  readonly place: string
  readonly now: number
  readonly windowMs: number
}

/** The failures of the server. */
export interface AttemptCounts {
  /** What a place had before, null for none that count any more. */
  find(place: string, now: number): PlaceFailures | null
  /** Counts one more. */
  add(failure: NewFailure): PlaceFailures
  /** Takes one back. */
  take(place: string): void
  /** Places that are counted. */
  count(): number
}

/** Some hundred bytes each. */
const MOST_PLACES = 50_000
/** Makes room for so many at once, so that not every failure has to. */
const ROOM = 1000

/** The failures over one connection. */
export function createAttemptCounts(db: Connection, most = MOST_PLACES): AttemptCounts {
  const sql = prepareStatements(db)
  let places = sql.count.get() ?? 0
  const makeRoom = (now: number): void => {
    if (places < most) return
    sql.deleteOver.run(now)
    places = sql.count.get() ?? 0
    if (places < most) return
    sql.deleteFirst.run(Math.min(ROOM, most))
    places = sql.count.get() ?? 0
  }
  return {
    find: (place, now) => sql.one.get(place, now) ?? null,
    // What a power cut takes of it is nobody's loss.
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
