/** The index's file: opened when it is one of our version, else moved aside and made anew. */

import { existsSync, renameSync, rmSync } from 'node:fs'
import { isDamage, openWriter, type Connection } from '../connection.js'
import { schemaVersion } from '../migrations/migrate.js'
import { noteClosed, noteOpen, readTrust, stateFileOf, type Trust } from './file-state.js'
import { INDEX_SCHEMA, INDEX_VERSION } from './schema.js'

/** An open index; `wasRebuilt` when it is empty because there was none that could be used. */
interface IndexFile {
  readonly db: Connection
  readonly wasRebuilt: boolean
  readonly trust: Trust
}

const SIDE_FILES = ['', '-wal', '-shm']

/** KiB of pages kept: with the default of 2,000 a large rebuild reads its indexes again and again. */
const CACHE_KIB = 65_536

/**
 * Opens the index; a file that is none is kept as `<path>.aside`, the latest one only. Nothing is read
 * through: `trust` says whether somebody should.
 *
 * @param boot start of the machine that this is
 */
export function openIndexFile(path: string, boot: string): IndexFile {
  if (!existsSync(path)) return makeIndexFile(path, boot)
  const trust = readTrust(path, boot)
  const db = openFound(path)
  if (db === null) return makeIndexFile(path, boot)
  // What is unknown stays so over a kill, until somebody has looked: `vouchFor`.
  noteOpen(path, trust === 'unknown' ? '' : boot)
  return { db, wasRebuilt: false, trust }
}

/** Of a text of 2.5 kB, three fill a page; of 4 kB, one does, and leaves the rest of it empty. */
const PAGE_BYTES = 8192

/** An empty index, in the place of one that can't be used; nobody may have that open. */
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

/** Says that the open file was looked through: from now on a kill leaves it `likely`. */
export function vouchFor(path: string, boot: string): void {
  noteOpen(path, boot)
}

/** Closes the only writer; `isSound` false leaves the file to be looked through by the next one. */
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

/** The generations are few, and say what all else is: a file cut short is found by them. */
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
