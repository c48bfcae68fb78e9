/**
 * A time limit for queries. SQLite can't be interrupted from outside here, so a query asks for each row whether its time
 * is over. The first rows are never counted: a small query ends with the same result on a busy machine.
 */

import type { Connection } from './connection.js'

/** The time of a query is over. */
export class QueryTimeOver extends Error {
  override readonly name = 'QueryTimeOver'

  constructor() {
    super('The time limit of the query is over.')
  }
}

/** The time limit of one connection. */
export interface QueryTime {
  /** Runs queries with a time limit; an inner limit counts as well. Without this, there is none. */
  limited<Result>(milliseconds: number, run: () => Result): Result
  /** @throws QueryTimeOver */
  check(): void
}

/** What a query may always read, whatever the time. */
const MIN_ROWS = 1000

/**
 * Also creates the SQL function `in_time(row)`, which is true or throws QueryTimeOver.
 *
 * @param minRows checks of a query that pass in any case
 */
export function createQueryTime(db: Connection, minRows = MIN_ROWS): QueryTime {
  let end = Infinity
  let checks = 0
  const check = () => {
    checks += 1
    if (checks > minRows && performance.now() >= end) throw new QueryTimeOver()
  }
  // Not deterministic, so that SQLite calls it for each row.
  db.function('in_time', { deterministic: false, directOnly: true }, (_row) => {
    check()
    return 1
  })
  return {
    check,
    limited: (milliseconds, run) => {
      const outer = end
      if (outer === Infinity) checks = 0
      end = Math.min(outer, performance.now() + milliseconds)
      try {
        return run()
      } finally {
        end = outer
      }
    },
  }
}
