/** Opens connections to SQLite files with the settings of all of Galley's databases, and names SQLite's errors. */

import Database from 'better-sqlite3'
import { hasCode } from '../system/errno.js'

export type Connection = Database.Database

/** With `FULL`, every commit survives a power failure; with `NORMAL`, the last commits may be lost. */
type Synchronous = 'FULL' | 'NORMAL'

const BUSY_TIMEOUT_MS = 5000

/**
 * Opens the writing connection of a database. Creates a missing file.
 *
 * @param pageBytes page size of a new file; SQLite's default if left out
 * @throws SqliteError `SQLITE_NOTADB`, `SQLITE_CORRUPT` if the file is not a database or damaged
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

/** Creates what `sql` says in the connection's own temporary database, also if the connection can only read. */
export function createTemporary(db: Connection, sql: string): void {
  const queryOnly = Number(db.pragma('query_only', { simple: true }))
  db.pragma('query_only = OFF')
  try {
    db.exec(sql)
  } finally {
    db.pragma(`query_only = ${queryOnly}`)
  }
}

/** True for the error that a unique value is taken. */
export function isUniqueViolation(error: unknown): boolean {
  return hasCode(error, 'SQLITE_CONSTRAINT_UNIQUE', 'SQLITE_CONSTRAINT_PRIMARYKEY')
}

/** True for the error that another row still refers to this one, or that a referenced row is missing. */
export function isForeignKeyViolation(error: unknown): boolean {
  return hasCode(error, 'SQLITE_CONSTRAINT_FOREIGNKEY', 'SQLITE_CONSTRAINT_TRIGGER')
}

/** True for the error that the file is not a database or damaged. */
export function isDamage(error: unknown): error is Error {
  return (
    error instanceof Database.SqliteError &&
    (error.code.startsWith('SQLITE_CORRUPT') || error.code === 'SQLITE_NOTADB')
  )
}

/**
 * Wraps a synchronous function so that each call is one transaction, which takes the write lock first. An error rolls
 * the transaction back.
 */
export function inTransaction<Parameters extends unknown[], Result>(
  db: Connection,
  run: (...parameters: Parameters) => Result,
): (...parameters: Parameters) => Result {
  const transaction = db.transaction(run)
  return (...parameters) => transaction.immediate(...parameters)
}

/**
 * As {@link inTransaction}, for a connection with `FULL`, but without waiting for the disk. A power failure may undo
 * the last calls, until something else has been written. For data that may be lost, such as the progress of a job.
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
