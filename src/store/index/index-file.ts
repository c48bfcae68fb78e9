/** The index's file: opened when it is whole and of our version, else moved aside and made anew. */

import { existsSync, renameSync, rmSync } from 'node:fs'
import { isDamage, openWriter, type Connection } from '../connection.js'
import { schemaVersion } from '../migrations/migrate.js'
import { INDEX_SCHEMA, INDEX_VERSION } from './schema.js'

/** An open index; `wasRebuilt` when it is empty because there was none that could be used. */
interface IndexFile {
  readonly db: Connection
  readonly wasRebuilt: boolean
}

const SIDE_FILES = ['', '-wal', '-shm']

/** KiB of pages kept: with the default of 2,000 a large rebuild reads its indexes again and again. */
const CACHE_KIB = 65_536

/** Opens the index; the file that cannot be used is kept as `<path>.aside`, the latest one only. */
export function openIndexFile(path: string): IndexFile {
  const whole = existsSync(path) ? openWhole(path) : null
  if (whole === null) moveAside(path)
  const db = whole ?? makeIndex(path)
  db.pragma(`cache_size = -${CACHE_KIB}`)
  return { db, wasRebuilt: whole === null }
}

function openWhole(path: string): Connection | null {
  let db: Connection | null = null
  try {
    db = openWriter(path, 'NORMAL')
    if (schemaVersion(db) === INDEX_VERSION && isWhole(db)) return db
  } catch (error) {
    if (!isDamage(error)) throw error
  }
  db?.close()
  return null
}

function isWhole(db: Connection): boolean {
  if (db.pragma('quick_check(1)', { simple: true }) !== 'ok') return false
  db.exec(`INSERT INTO search (search) VALUES ('integrity-check')`)
  return true
}

function moveAside(path: string): void {
  for (const suffix of SIDE_FILES) {
    rmSync(`${path}.aside${suffix}`, { force: true })
    if (existsSync(path + suffix)) renameSync(path + suffix, `${path}.aside${suffix}`)
  }
}

function makeIndex(path: string): Connection {
  const db = openWriter(path, 'NORMAL')
  db.transaction(() => db.exec(INDEX_SCHEMA)).exclusive()
  return db
}
