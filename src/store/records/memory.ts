/**
 * Remembers the answers of questions that every request asks, exactly as long as they hold: until
 * anything in the database changes, by this connection or by another process.
 */

import type { Connection } from '../connection.js'

/** Makes a question that remembers its answers; they are shared, so nobody may write into them. */
export type Remembering = <Answer>(ask: (key: string) => Answer) => (key: string) => Answer

const MOST = 10_000

/** Memories over one connection. */
export function createRemembering(db: Connection): Remembering {
  // What this connection changed, and what others have committed (sqlite.org/pragma.html#pragma_data_version).
  const own = db.prepare<[], number>('SELECT total_changes()').pluck()
  const others = db.prepare<[], number>('PRAGMA data_version').pluck()
  return (ask) => {
    const known = new Map<string, ReturnType<typeof ask>>()
    let seenOwn: number | undefined
    let seenOthers: number | undefined
    return (key) => {
      // What a transaction sees may be undone.
      if (db.inTransaction) return ask(key)
      const [nowOwn, nowOthers] = [own.get(), others.get()]
      if (nowOwn !== seenOwn || nowOthers !== seenOthers || known.size > MOST) known.clear()
      seenOwn = nowOwn
      seenOthers = nowOthers
      const before = known.get(key)
      if (before !== undefined) return before
      const answer = ask(key)
      known.set(key, answer)
      return answer
    }
  }
}
