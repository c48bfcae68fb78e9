/**
 * Merges the parts of the full-text tables in turns. Each commit adds a part, and a search looks into all of them. Left
 * to itself, FTS5 merges in the commit that makes them too many, which then takes a tenth of a second (`schema.ts`).
 *
 * @see sqlite.org/fts5.html (The 'merge' Command)
 */

import { nextTurn } from '../../../system/yielding.js'
import type { Connection } from '../../connection.js'
import { TEXT_TABLES } from '../schema.js'

/** Merges in one database. */
export interface Merges {
  /** To be called after a commit: merges later, in turns. */
  note(): void
  /** For long work between its steps: merges and waits for it. */
  keepUp(): Promise<void>
  close(): Promise<void>
}

/** Pages that one turn writes; they take some milliseconds. */
const PAGES_A_TURN = 32

/** Merges for the writing connection. */
export function createMerges(db: Connection): Merges {
  const changes = db.prepare<[], number>('SELECT total_changes()').pluck()
  const mergers = TEXT_TABLES.map((table) => createMerger(db, table, () => changes.get() ?? 0))
  let isClosed = false
  let running: Promise<void> | null = null
  const mergeAll = async () => {
    for (const mergeSome of mergers) while (!isClosed && mergeSome()) await nextTurn()
  }
  const begin = (work: () => Promise<void>) => {
    running ??= work().finally(() => (running = null))
    return running
  }
  return {
    note: () => {
      // The next write meets what went wrong.
      begin(async () => {
        await nextTurn()
        await mergeAll()
      }).catch(() => undefined)
    },
    keepUp: () => begin(mergeAll),
    close: async () => {
      isClosed = true
      await running?.catch(() => undefined)
    },
  }
}

/** @returns a function that merges some pages. It returns false if there was nothing to merge */
function createMerger(
  db: Connection,
  table: (typeof TEXT_TABLES)[number],
  changes: () => number,
): () => boolean {
  const merge = db.prepare(
    `INSERT INTO ${table} (${table}, rank) VALUES ('merge', ${PAGES_A_TURN})`,
  )
  return () => {
    const before = changes()
    merge.run()
    // The command itself counts as one.
    return changes() - before > 1
  }
}
