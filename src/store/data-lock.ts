/**
 * Allows one server per data folder, with a lock that the operating system releases when the process ends, however it
 * ends.
 */

import Database from 'better-sqlite3'
import { StoreError } from './store-error.js'

interface DataLock {
  release(): void
}

/**
 * Takes the lock. The lock file is empty and stays after the release.
 *
 * @throws StoreError `in_use` if another process has the lock
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
