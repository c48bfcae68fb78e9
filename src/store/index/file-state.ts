/**
 * What is known of the index's file without reading it: a note beside it says whether it was closed in
 * order, and of which file it speaks.
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
 * How far the rows of a file can be relied on.
 *
 * `sound`: closed in order, and nobody has touched it since. `likely`: its process was killed, but the
 * machine went on, so that SQLite's log makes it whole. `unknown`: the power was cut, or the file is
 * another one.
 */
export type Trust = 'sound' | 'likely' | 'unknown'

interface Opened {
  readonly state: 'open'
  /** Start of the machine. */
  readonly boot: string
  readonly inode: string
}

interface Closed {
  readonly state: 'closed'
  readonly identity: string
}

/** The note's path; made and removed with the index. */
export function stateFileOf(path: string): string {
  return `${path}.state`
}

/** What the note says of the file that is there now. */
export function readTrust(path: string, boot: string): Trust {
  const note = readNote(path)
  if (note?.state === 'closed') return note.identity === identityOf(path) ? 'sound' : 'unknown'
  if (note?.state !== 'open') return 'unknown'
  return note.boot === boot && note.inode === inodeOf(path) ? 'likely' : 'unknown'
}

/** Durable when it returns: from now on the file counts as one that was not closed. */
export function noteOpen(path: string, boot: string): void {
  writeNote(path, { state: 'open', boot, inode: inodeOf(path) })
}

/** To be called when the file is closed, and all of it is on the disk. */
export function noteClosed(path: string): void {
  syncSync(path)
  writeNote(path, { state: 'closed', identity: identityOf(path) })
}

function readNote(path: string): Opened | Closed | null {
  try {
    // Written by `writeNote` alone; whatever else it is compares unequal to what is there.
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

/** Of a file that was replaced, written to, moved or given another mode since, another text. */
function identityOf(path: string): string {
  const { ino, size, mtimeNs, ctimeNs } = statSync(path, { bigint: true })
  return [ino, size, mtimeNs, ctimeNs].join(' ')
}

function inodeOf(path: string): string {
  return String(statSync(path, { bigint: true }).ino)
}
