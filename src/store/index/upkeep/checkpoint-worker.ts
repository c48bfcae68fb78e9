/** The main file of the thread that makes checkpoints. @see checkpoints.ts */

import { parentPort, workerData } from 'node:worker_threads'
import { openWriter } from '../../connection.js'

interface WorkerData {
  readonly path: string
}

const { path }: WorkerData = workerData
const db = openWriter(path, 'NORMAL')

parentPort?.on('message', () => {
  // Passive: it never waits for readers and writers, and they never wait for it.
  db.pragma('wal_checkpoint(PASSIVE)')
  parentPort?.postMessage('done')
})
