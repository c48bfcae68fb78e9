/** One connection to one SQLite file, with the switches that all of Galley's databases share. */

import Database from 'better-sqlite3'
import { hasCode } from '../system/errno.js'

export type Connection = Database.Database

/** `FULL` survives power loss at every commit; `NORMAL` may lose the last commits, never consistency. */
type Synchronous = 'FULL' | 'NORMAL'

const BUSY_TIMEOUT_MS = 5000

/**
 * Opens the writing connection of a database, made when it is not there.
 *
 * @param pageBytes size of the pages of a file that is made; SQLite's own if left out
 * @throws SqliteError `SQLITE_NOTADB`, `SQLITE_CORRUPT` when the file is something else or damaged
 */
export function openWriter(path: string, synchronous: Synchronous, pageBytes?: number): Connection {
  const db = new Database(path, { timeout: BUSY_TIMEOUT_MS })
  try {
    if (pageBytes !== undefined) db.pragma(`page_size = ${pageBytes}`)
    db.pragma('journal_mode = WAL')
    db.pragma(`synchronous = ${synchronous}`)
    db.pragma('foreign_keys = ON')
    db.pragma('trusted_schema = OFF')
    return db
  } catch (error) {
    db.close()
    throw error
  }
}

/** Opens a connection that can only read; the file must exist. */
export function openReader(path: string): Connection {
  const db = new Database(path, { readonly: true, fileMustExist: true, timeout: BUSY_TIMEOUT_MS })
  db.pragma('trusted_schema = OFF')
  db.pragma('query_only = ON')
  return db
}

/** Whether an error says that a unique value is taken. */
export function isUniqueViolation(error: unknown): boolean {
  return hasCode(error, 'SQLITE_CONSTRAINT_UNIQUE', 'SQLITE_CONSTRAINT_PRIMARYKEY')
}

/** Whether an error says that another row still refers to this one, or that the one referred to is missing. */
export function isForeignKeyViolation(error: unknown): boolean {
  return hasCode(error, 'SQLITE_CONSTRAINT_FOREIGNKEY', 'SQLITE_CONSTRAINT_TRIGGER')
}

/** Whether an error says that the file is no database or a damaged one. */
export function isDamage(error: unknown): error is Error {
  return (
    error instanceof Database.SqliteError &&
    (error.code.startsWith('SQLITE_CORRUPT') || error.code === 'SQLITE_NOTADB')
  )
}

/**
 * A function whose every call is one transaction, which takes the write lock at its beginning.
 * The function must be synchronous; what it throws undoes the transaction.
 */
export function inTransaction<Parameters extends unknown[], Result>(
  db: Connection,
  run: (...parameters: Parameters) => Result,
): (...parameters: Parameters) => Result {
  const transaction = db.transaction(run)
  return (...parameters) => transaction.immediate(...parameters)
}

/**
 * As {@link inTransaction}, over a connection that is `FULL`, but without waiting for the disk: when
 * the machine loses power the last calls may be undone, until anything else has been written. For what
 * nobody is promised, such as the progress of a job.
 */
export function inLightTransaction<Parameters extends unknown[], Result>(
  db: Connection,
  run: (...parameters: Parameters) => Result,
): (...parameters: Parameters) => Result {
  const transaction = inTransaction(db, run)
  return (...parameters) => {
    db.pragma('synchronous = NORMAL')
    try {
      return transaction(...parameters)
    } finally {
      db.pragma('synchronous = FULL')
    }
  }
}
