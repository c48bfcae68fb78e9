/** Mail that waits to be sent, or could not be sent. What it is made of is sealed. */

import { inTransaction, type Connection } from '../connection.js'

/** A mail. Times are milliseconds since the Unix epoch. */
export interface Mail {
  readonly id: string
  readonly kind: string
  readonly sealed: Buffer
  readonly createdAt: number
  /** How often it was tried. */
  readonly tries: number
  /** Null if it was given up. */
  readonly nextAt: number | null
  /** Why the last try failed. */
  readonly error: string | null
}

export interface Mails {
  /** Adds a mail that is to be sent now. False if as many wait as `most`. */
  add(mail: Pick<Mail, 'id' | 'kind' | 'sealed' | 'createdAt'>, most: number): boolean
  /** The one that is due first; null if there is none. */
  findNext(): Mail | null
  /** Stores what came of a try. */
  tried(id: string, outcome: Pick<Mail, 'tries' | 'nextAt' | 'error'>): void
  delete(id: string): void
  countWaiting(): number
  /** Those whose last try failed, newest first. */
  listFailed(most: number): Mail[]
  /** Deletes given up ones that are older. */
  deleteGivenUp(before: number): void
}

interface MailRow {
  readonly id: string
  readonly kind: string
  readonly sealed: Buffer
  readonly created_at: number
  readonly tries: number
  readonly next_at: number | null
  readonly error: string | null
}

/** The mails over one connection. */
export function createMails(db: Connection): Mails {
  const sql = prepareStatements(db)
  return {
    add: inTransaction(
      db,
      (mail: Pick<Mail, 'id' | 'kind' | 'sealed' | 'createdAt'>, most: number) => {
        if ((sql.waiting.get() ?? 0) >= most) return false
        sql.insert.run(mail)
        return true
      },
    ),
    findNext: () => {
      const row = sql.next.get()
      return row ? toMail(row) : null
    },
    tried: (id, outcome) => {
      sql.tried.run({ id, ...outcome })
    },
    delete: (id) => {
      sql.remove.run(id)
    },
    countWaiting: () => sql.waiting.get() ?? 0,
    listFailed: (most) => sql.failed.all(most).map(toMail),
    deleteGivenUp: (before) => {
      sql.removeGivenUp.run(before)
    },
  }
}

function prepareStatements(db: Connection) {
  return {
    insert: db.prepare(
      `INSERT INTO mails (id, kind, sealed, created_at, tries, next_at, error)
       VALUES (@id, @kind, @sealed, @createdAt, 0, @createdAt, NULL)`,
    ),
    next: db.prepare<[], MailRow>(
      'SELECT * FROM mails WHERE next_at IS NOT NULL ORDER BY next_at, id LIMIT 1',
    ),
    tried: db.prepare(
      'UPDATE mails SET tries = @tries, next_at = @nextAt, error = @error WHERE id = @id',
    ),
    remove: db.prepare<[string]>('DELETE FROM mails WHERE id = ?'),
    waiting: db.prepare<[], number>('SELECT count(*) FROM mails WHERE next_at IS NOT NULL').pluck(),
    failed: db.prepare<[number], MailRow>(
      'SELECT * FROM mails WHERE error IS NOT NULL ORDER BY created_at DESC, id DESC LIMIT ?',
    ),
    removeGivenUp: db.prepare<[number]>(
      'DELETE FROM mails WHERE next_at IS NULL AND created_at < ?',
    ),
  }
}

function toMail(row: MailRow): Mail {
  return {
    id: row.id,
    kind: row.kind,
    sealed: row.sealed,
    createdAt: row.created_at,
    tries: row.tries,
    nextAt: row.next_at,
    error: row.error,
  }
}
