/**
 * Caches results of queries that every request needs. All results are dropped when anything in the database changes,
 * through this connection or another process.
 */

import { createChangeWatch } from '../change-watch.js'
import type { Connection } from '../connection.js'

/** Wraps a query by a cache. Callers share the results, so they must not change them. */
export type QueryCache = <Result>(query: (key: string) => Result) => (key: string) => Result

/** Results per query. */
const MAX_CACHED = 10_000

/** Caches over one connection. */
export function createQueryCache(db: Connection): QueryCache {
  const changes = createChangeWatch(db)
  return (query) => {
    const known = new Map<string, ReturnType<typeof query>>()
    let seen = 0
    return (key) => {
      // Changes that a transaction sees may be rolled back.
      if (db.inTransaction) return query(key)
      const now = changes()
      if (now !== seen || known.size > MAX_CACHED) known.clear()
      seen = now
      const before = known.get(key)
      if (before !== undefined) return before
      const result = query(key)
      known.set(key, result)
      return result
    }
  }
}
