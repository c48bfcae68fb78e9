/**
 * Makes checkpoints in a thread: moves commits from the index's write-ahead log into its file. By default, SQLite does
 * that in the commit that fills the log, which would then wait for the disk.
 *
 * @see sqlite.org/wal.html (Avoiding Excessively Large WAL Files)
 */

import type { Worker } from 'node:worker_threads'
import type { Connection } from '../../connection.js'
import { startThread } from '../../../system/threads.js'

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

// Starts with the first checkpoint. If the thread dies, checkpoints are made here.
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
