/**
 * One server a data folder: a lock that the operating system takes away when its process ends,
 * however it ends.
 */

import Database from 'better-sqlite3'
import { StoreError } from './store-error.js'

interface DataLock {
  release(): void
}

/**
 * Takes the lock file; it stays when it is released, empty.
 *
 * @throws StoreError `in_use` when another process holds it
 */
export function lockData(file: string): DataLock {
  const db = new Database(file, { timeout: 0 })
  try {
    // An exclusive transaction that never writes: SQLite holds the file's lock as long as it is open.
    db.exec('BEGIN EXCLUSIVE')
  } catch (error) {
    db.close()
    if (error instanceof Database.SqliteError && error.code === 'SQLITE_BUSY') {
      throw new StoreError('in_use', 'Another Galley process is using this data folder.', {
        cause: error,
      })
    }
    throw error
  }
  return { release: () => void db.close() }
}
