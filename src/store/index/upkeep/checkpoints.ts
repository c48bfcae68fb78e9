/**
 * Makes checkpoints in a thread: moves commits from the index's write-ahead log into its file. By default, SQLite does
 * that in the commit that fills the log, which would then wait for the disk.
 *
 * @see sqlite.org/wal.html (Avoiding Excessively Large WAL Files)
 */

import type { Connection } from '../../connection.js'
import { createAskedThread } from '../../../system/worker.js'

/** Checkpoints of one database. */
export interface Checkpoints {
  /** To be called after a commit: begins a checkpoint if there are enough changes. */
  note(): void
  /** For long work between its steps: begins a checkpoint if there are very many changes, and waits for it. */
  readonly keepUp: () => Promise<void>
  close(): Promise<void>
}

/** Changed rows before a checkpoint. Each takes some hundred bytes, including its entries in SQL indexes. */
const MANY_CHANGES = 2000

/**
 * The same for long work, which waits for the checkpoint. More at a time is faster, because its changes touch the same
 * pages again and again, and each page is moved once. They take some tens of megabytes.
 */
const VERY_MANY_CHANGES = 10_000

/** Checkpoints for the writing connection, which then makes none itself. */
export function createCheckpoints(db: Connection): Checkpoints {
  db.pragma('wal_autocheckpoint = 0')
  const changes = db.prepare<[], number>('SELECT total_changes()').pluck()
  let done = 0
  let running: Promise<void> | null = null
  const thread = createAskedThread<'checkpoint', 'done'>(
    { name: './checkpoint-worker', from: import.meta.url },
    { path: db.name },
  )
  const checkpoint = async () => {
    // If the thread has died, it is made here.
    if ((await thread.ask('checkpoint')) === null) db.pragma('wal_checkpoint(PASSIVE)')
  }
  const begin = (enough: number) => {
    const now = changes.get() ?? 0
    if (running || now - done < enough) return
    done = now
    running = checkpoint().finally(() => (running = null))
  }
  return {
    note: () => begin(MANY_CHANGES),
    async keepUp() {
      begin(VERY_MANY_CHANGES)
      await running
    },
    close: async () => {
      await running
      await thread.close()
    },
  }
}
