/** The body of the thread that makes checkpoints. @see checkpoints.ts */

import { parentPort, workerData } from 'node:worker_threads'
import { openWriter } from '../connection.js'

interface WorkerData {
  readonly path: string
}

const { path }: WorkerData = workerData
const db = openWriter(path, 'NORMAL')

parentPort?.on('message', () => {
  // Passive: never waits for readers and writers, who never wait for it.
  db.pragma('wal_checkpoint(PASSIVE)')
  parentPort?.postMessage('done')
})
