/**
 * Second factors: an authenticator app, passkeys, and the recovery codes that do for both. The app's secret is sealed, the
 * codes are HMACs, with a key that is not in the database.
 */

import { inTransaction, type Connection } from '../connection.js'
import type { QueryCache } from './query-cache.js'

/** The authenticator app of a user. */
interface AuthenticatorApp {
  readonly sealedSecret: Buffer
  /** When the first code proved it, in milliseconds since the Unix epoch; null before that: then it does not count. */
  readonly confirmedAt: number | null
}

export interface SecondFactors {
  findApp(userId: string): AuthenticatorApp | null
  /** True if the user has an app that counts, or a passkey. */
  isOn(userId: string): boolean
  /** Begins with an app, in place of one that does not count yet. */
  beginApp(userId: string, sealedSecret: Buffer): void
  /** Makes the app count, with these codes. */
  confirmApp(
    userId: string,
    proof: { readonly at: number; readonly codes: readonly Buffer[] },
  ): void
  /** Takes the time step of a code. False if that or a later one was taken before. */
  takeStep(userId: string, step: number): boolean
  /** Replaces all recovery codes. */
  putCodes(userId: string, codes: readonly Buffer[]): void
  /** Takes a recovery code. False if there is none. */
  takeCode(userId: string, code: Buffer): boolean
  countCodes(userId: string): number
  /** The recovery codes go with the last factor. */
  deleteApp(userId: string): void
  /** The same for a passkey. True if there was one. */
  deletePasskey(userId: string, id: string): boolean
  /** Deletes everything. True if there was something that counts. */
  delete(userId: string): boolean
}

interface AppRow {
  readonly sealed_secret: Buffer
  readonly confirmed_at: number | null
}

/** The second factors over one connection. */
export function createSecondFactors(db: Connection, cached: QueryCache): SecondFactors {
  const sql = prepareStatements(db)
  const putCodes = (userId: string, codes: readonly Buffer[]): void => {
    sql.removeCodes.run(userId)
    for (const code of codes) sql.addCode.run(userId, code)
  }
  const hasAny = (userId: string): boolean => sql.hasAny.get(userId, userId) === 1
  const tidy = (userId: string): void => {
    if (!hasAny(userId)) sql.removeCodes.run(userId)
  }
  return {
    findApp: (userId) => {
      const row = sql.app.get(userId)
      return row ? { sealedSecret: row.sealed_secret, confirmedAt: row.confirmed_at } : null
    },
    // Where it is required, every request of a browser asks.
    isOn: cached(hasAny),
    beginApp: (userId, sealedSecret) => {
      sql.begin.run(userId, sealedSecret)
    },
    confirmApp: inTransaction(
      db,
      (userId: string, { at, codes }: { at: number; codes: readonly Buffer[] }) => {
        sql.confirm.run(at, userId)
        putCodes(userId, codes)
      },
    ),
    takeStep: (userId, step) => sql.takeStep.run(step, userId, step).changes > 0,
    putCodes: inTransaction(db, putCodes),
    takeCode: (userId, code) => sql.takeCode.run(userId, code).changes > 0,
    countCodes: (userId) => sql.countCodes.get(userId) ?? 0,
    deleteApp: inTransaction(db, (userId: string) => {
      sql.removeApp.run(userId)
      tidy(userId)
    }),
    deletePasskey: inTransaction(db, (userId: string, id: string) => {
      const isGone = sql.removePasskey.run(userId, id).changes > 0
      tidy(userId)
      return isGone
    }),
    delete: inTransaction(db, (userId: string) => {
      const wasOn = hasAny(userId)
      sql.removeApp.run(userId)
      sql.removePasskeys.run(userId)
      sql.removeCodes.run(userId)
      return wasOn
    }),
  }
}

function prepareStatements(db: Connection) {
  return {
    app: db.prepare<[string], AppRow>(
      'SELECT sealed_secret, confirmed_at FROM second_factors WHERE user_id = ?',
    ),
    hasAny: db
      .prepare<[string, string], number>(
        `SELECT EXISTS (SELECT 1 FROM passkeys WHERE user_id = ?) OR EXISTS (
           SELECT 1 FROM second_factors WHERE user_id = ? AND confirmed_at IS NOT NULL)`,
      )
      .pluck(),
    begin: db.prepare<[string, Buffer]>(
      `INSERT OR REPLACE INTO second_factors (user_id, sealed_secret, confirmed_at, last_step)
       VALUES (?, ?, NULL, 0)`,
    ),
    confirm: db.prepare<[number, string]>(
      'UPDATE second_factors SET confirmed_at = ? WHERE user_id = ?',
    ),
    takeStep: db.prepare<[number, string, number]>(
      'UPDATE second_factors SET last_step = ? WHERE user_id = ? AND last_step < ?',
    ),
    removeCodes: db.prepare<[string]>('DELETE FROM recovery_codes WHERE user_id = ?'),
    addCode: db.prepare<[string, Buffer]>('INSERT INTO recovery_codes VALUES (?, ?)'),
    takeCode: db.prepare<[string, Buffer]>(
      'DELETE FROM recovery_codes WHERE user_id = ? AND code_hmac = ?',
    ),
    countCodes: db
      .prepare<[string], number>('SELECT count(*) FROM recovery_codes WHERE user_id = ?')
      .pluck(),
    removeApp: db.prepare<[string]>('DELETE FROM second_factors WHERE user_id = ?'),
    removePasskey: db.prepare<[string, string]>(
      'DELETE FROM passkeys WHERE user_id = ? AND id = ?',
    ),
    removePasskeys: db.prepare<[string]>('DELETE FROM passkeys WHERE user_id = ?'),
  }
}
