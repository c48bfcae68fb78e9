/**
 * Remembers the answers of questions that every request asks, exactly as long as they hold: until
 * anything in the database changes, by this connection or by another process.
 */

import { createChangeWatch } from '../change-watch.js'
import type { Connection } from '../connection.js'

/** Makes a question that remembers its answers; they are shared, so nobody may write into them. */
export type Remembering = <Answer>(ask: (key: string) => Answer) => (key: string) => Answer

const MAX_REMEMBERED = 10_000

/** Memories over one connection. */
export function createRemembering(db: Connection): Remembering {
  const changes = createChangeWatch(db)
  return (ask) => {
    const known = new Map<string, ReturnType<typeof ask>>()
    let seen = 0
    return (key) => {
      // What a transaction sees may be undone.
      if (db.inTransaction) return ask(key)
      const now = changes()
      if (now !== seen || known.size > MAX_REMEMBERED) known.clear()
      seen = now
      const before = known.get(key)
      if (before !== undefined) return before
      const answer = ask(key)
      known.set(key, answer)
      return answer
    }
  }
}
