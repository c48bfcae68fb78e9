/** Opens the index file. A file of another version or a damaged one is moved aside and replaced. */

import { existsSync, renameSync, rmSync } from 'node:fs'
import { isDamage, openWriter, type Connection } from '../connection.js'
import { schemaVersion } from '../migrations/migrate.js'
import { noteClosed, noteOpen, readTrust, stateFileOf, type Trust } from './file-state.js'
import { INDEX_SCHEMA, INDEX_VERSION } from './schema.js'

/** An open index. `wasRebuilt` is true if it is empty because there was no usable file. */
interface IndexFile {
  readonly db: Connection
  readonly wasRebuilt: boolean
  readonly trust: Trust
}

const SIDE_FILES = ['', '-wal', '-shm']

/** SQLite's page cache. With the default of 2,000, a large rebuild reads its SQL indexes again and again. */
const CACHE_KIB = 65_536

/**
 * Opens or creates the index. An unusable file is kept as `<path>.aside` (only the latest one). Does not check the
 * rows: `trust` says whether that is needed.
 *
 * @param boot identifies this boot of the machine
 */
export function openIndexFile(path: string, boot: string): IndexFile {
  if (!existsSync(path)) return makeIndexFile(path, boot)
  const trust = readTrust(path, boot)
  const db = openFound(path)
  if (db === null) return makeIndexFile(path, boot)
  // An unknown file stays unknown, even if this process is killed, until `markChecked`.
  noteOpen(path, trust === 'unknown' ? '' : boot)
  return { db, wasRebuilt: false, trust }
}

/** Texts of 2.5 kB fit well into such pages (three each), but badly into SQLite's default of 4 kB (one each). */
const PAGE_BYTES = 8192

/** Replaces the file by an empty index. Nobody may have the old file open. */
export function makeIndexFile(path: string, boot: string): IndexFile {
  moveAside(path)
  const db = prepared(openWriter(path, 'NORMAL', PAGE_BYTES))
  db.transaction(() => db.exec(INDEX_SCHEMA)).exclusive()
  noteOpen(path, boot)
  return { db, wasRebuilt: true, trust: 'sound' }
}

function prepared(db: Connection): Connection {
  db.pragma(`cache_size = -${CACHE_KIB}`)
  return db
}

/** Stores that the open file was checked: if the process is killed now, the file is `likely`. */
export function markChecked(path: string, boot: string): void {
  noteOpen(path, boot)
}

/** Closes the only writer. With `isSound` false, the next process has to check the file. */
export function closeIndexFile(db: Connection, isSound: boolean): void {
  const path = db.name
  if (isSound) db.pragma('wal_checkpoint(TRUNCATE)')
  db.close()
  if (isSound) noteClosed(path)
}

function openFound(path: string): Connection | null {
  let db: Connection | null = null
  try {
    db = prepared(openWriter(path, 'NORMAL'))
    if (schemaVersion(db) === INDEX_VERSION && hasTables(db)) return db
  } catch (error) {
    if (!isDamage(error)) throw error
  }
  db?.close()
  return null
}

/** A quick check of the smallest table, which finds truncated files. */
function hasTables(db: Connection): boolean {
  return db.pragma('quick_check(generations)', { simple: true }) === 'ok'
}

function moveAside(path: string): void {
  rmSync(stateFileOf(path), { force: true })
  for (const suffix of SIDE_FILES) {
    rmSync(`${path}.aside${suffix}`, { force: true })
    if (existsSync(path + suffix)) renameSync(path + suffix, `${path}.aside${suffix}`)
  }
}
