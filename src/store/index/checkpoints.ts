/**
 * Moves what is committed from the index's write-ahead log into its file, in a thread: it waits for
 * the disk, and nobody else should. SQLite would do it inside whichever commit fills the log.
 *
 * @see sqlite.org/wal.html (Avoiding Excessively Large WAL Files)
 */

import type { Worker } from 'node:worker_threads'
import type { Connection } from '../connection.js'
import { startThread } from '../../system/threads.js'

/** Checkpoints of one database. */
export interface Checkpoints {
  /** After a commit: begins a checkpoint where enough has gathered. */
  note(): void
  /** As `note`, and resolves when the log is short enough to go on: for long work. */
  readonly keepUp: () => Promise<void>
  close(): Promise<void>
}

/** Changed rows, some hundreds of bytes each with their places in the ordered indexes. */
const MANY_CHANGES = 2000

/**
 * The same for long work, which waits meanwhile: its changes touch the same pages again and again,
 * each of which is moved but once. Some tens of megabytes.
 */
const VERY_MANY_CHANGES = 10_000

/** Checkpoints over the writing connection, which makes none itself any more. */
export function createCheckpoints(db: Connection): Checkpoints {
  db.pragma('wal_autocheckpoint = 0')
  const changes = db.prepare<[], number>('SELECT total_changes()').pluck()
  let done = 0
  let running: Promise<void> | null = null
  const thread = createThread(db)
  const begin = (enough: number) => {
    const now = changes.get() ?? 0
    if (running || now - done < enough) return
    done = now
    running = thread.checkpoint().finally(() => (running = null))
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

interface Thread {
  checkpoint(): Promise<void>
  close(): Promise<void>
}

// Started by the first checkpoint; without it the log is emptied here.
function createThread(db: Connection): Thread {
  let worker: Worker | null = null
  let hasDied = false
  let finish: (() => void) | null = null
  const settle = () => {
    // A thread without work does not keep the program alive.
    worker?.unref()
    finish?.()
    finish = null
  }
  const died = () => {
    hasDied = true
    settle()
  }
  const start = () => {
    const started = startThread(
      { name: './checkpoint-worker', from: import.meta.url },
      { workerData: { path: db.name } },
    )
    return started.on('message', settle).on('error', died).on('exit', died)
  }
  return {
    checkpoint: () =>
      new Promise((resolve) => {
        if (hasDied) {
          db.pragma('wal_checkpoint(PASSIVE)')
          return resolve()
        }
        finish = resolve
        worker ??= start()
        worker.ref()
        worker.postMessage('checkpoint')
      }),
    close: async () => {
      await worker?.terminate()
      hasDied = true
    },
  }
}
