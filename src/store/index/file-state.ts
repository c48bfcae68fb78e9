/**
 * Tells how reliable the index file is, without reading it. A state file beside it (`index.db.state`) identifies the
 * index file and says whether it was closed cleanly.
 */

import {
  closeSync,
  fsyncSync,
  openSync,
  readFileSync,
  renameSync,
  statSync,
  writeSync,
} from 'node:fs'
import { dirname } from 'node:path'

/**
 * How reliable the rows of a file are.
 *
 * `sound`: closed cleanly and unchanged since. `likely`: its process was killed, but the machine kept running, so that
 * SQLite's log restores it. `unknown`: after a power failure, or if the file was replaced.
 */
export type Trust = 'sound' | 'likely' | 'unknown'

interface Opened {
  readonly state: 'open'
  /** Identifies the boot of the machine. */
  readonly boot: string
  readonly inode: string
}

interface Closed {
  readonly state: 'closed'
  readonly identity: string
}

/** Path of the state file, which is created and removed with the index. */
export function stateFileOf(path: string): string {
  return `${path}.state`
}

/** Reads the state file and compares it with the index file. */
export function readTrust(path: string, boot: string): Trust {
  const note = readNote(path)
  if (note?.state === 'closed') return note.identity === identityOf(path) ? 'sound' : 'unknown'
  if (note?.state !== 'open') return 'unknown'
  return note.boot === boot && note.inode === inodeOf(path) ? 'likely' : 'unknown'
}

/** Stores on disk that the file is open and so not closed cleanly. */
export function noteOpen(path: string, boot: string): void {
  writeNote(path, { state: 'open', boot, inode: inodeOf(path) })
}

/** Stores on disk that the file was closed cleanly. Call it after the file was closed and checkpointed. */
export function noteClosed(path: string): void {
  syncSync(path)
  writeNote(path, { state: 'closed', identity: identityOf(path) })
}

function readNote(path: string): Opened | Closed | null {
  try {
    // Usually from `writeNote`; any other content equals no state of the file.
    const note = JSON.parse(readFileSync(stateFileOf(path), 'utf8')) as Opened | Closed | null
    return note
  } catch {
    return null
  }
}

function writeNote(path: string, note: Opened | Closed): void {
  const file = stateFileOf(path)
  const handle = openSync(`${file}.new`, 'w', 0o640)
  try {
    writeSync(handle, JSON.stringify(note))
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
  renameSync(`${file}.new`, file)
  syncSync(dirname(file))
}

function syncSync(path: string): void {
  const handle = openSync(path, 'r')
  try {
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}

/** A text that changes when the file is replaced, written, moved or gets another mode. */
function identityOf(path: string): string {
  const { ino, size, mtimeNs, ctimeNs } = statSync(path, { bigint: true })
  return [ino, size, mtimeNs, ctimeNs].join(' ')
}

function inodeOf(path: string): string {
  return String(statSync(path, { bigint: true }).ino)
}
