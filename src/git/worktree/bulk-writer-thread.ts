/** The thread of `bulk-writer.ts`. */
import {
  closeSync,
  constants,
  futimesSync,
  lstatSync,
  openSync,
  renameSync,
  unlinkSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import { parentPort } from 'node:worker_threads'
import { temporaryName } from '../../system/durable.js'
import type { FreshBatch, FreshStates } from './bulk-writer.js'
import { TEMPORARY } from './safe-fs.js'
import { stateOf } from './stat-cache.js'

const { O_CREAT, O_EXCL, O_NOFOLLOW, O_WRONLY } = constants

parentPort?.on('message', (batch: FreshBatch) => {
  parentPort?.postMessage(writeBatch(batch) satisfies FreshStates)
})

function writeBatch({ folder, files, bytes }: FreshBatch): (string | null)[] {
  let at = 0
  return files.map(({ length, ...file }) => {
    const data = bytes.subarray(at, at + length)
    at += length
    // Errors are ignored: the caller writes the file in the usual way, and meets and reports the error there.
    try {
      return writeFresh(folder, { ...file, data })
    } catch {
      return null
    }
  })
}

interface Content {
  readonly name: string
  readonly data: Uint8Array
  readonly executable: boolean
  readonly modifiedAt?: number
}

function writeFresh(folder: string, content: Content): string | null {
  const { name, data, executable, modifiedAt } = content
  const [temporary, path] = [join(folder, temporaryName(TEMPORARY)), join(folder, name)]
  const flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW
  const file = openSync(temporary, flags, executable ? 0o755 : 0o644)
  try {
    try {
      for (let at = 0; at < data.length;) at += writeSync(file, data, at)
      if (modifiedAt !== undefined) futimesSync(file, modifiedAt, modifiedAt)
    } finally {
      closeSync(file)
    }
    if (isThere(path)) throw new Error(`${name} is there already.`)
    renameSync(temporary, path)
  } catch (error) {
    unlinkSync(temporary)
    throw error
  }
  // A rename changes the ctime, so the state is read after it.
  return stateOf(lstatSync(path, { bigint: true }))
}

function isThere(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined
}
