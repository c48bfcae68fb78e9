/** Second factors and their recovery codes: the secret sealed, the codes as HMACs, with a key that is not in the database. */

import { inTransaction, type Connection } from '../connection.js'
import type { QueryCache } from './query-cache.js'

/** The second factor of a user. */
interface SecondFactor {
  readonly sealedSecret: Buffer
  /** When the first code proved it, in milliseconds since the Unix epoch; null before that: then it does not count. */
  readonly confirmedAt: number | null
}

export interface SecondFactors {
  find(userId: string): SecondFactor | null
  /** True if the user has one that counts. */
  isOn(userId: string): boolean
  /** Begins one, in place of one that does not count yet. */
  begin(userId: string, sealedSecret: Buffer): void
  /** Makes it count, with these codes. */
  confirm(userId: string, proof: { readonly at: number; readonly codes: readonly Buffer[] }): void
  /** Takes the time step of a code. False if that or a later one was taken before. */
  takeStep(userId: string, step: number): boolean
  /** Replaces all recovery codes. */
  putCodes(userId: string, codes: readonly Buffer[]): void
  /** Takes a recovery code. False if there is none. */
  takeCode(userId: string, code: Buffer): boolean
  countCodes(userId: string): number
  /** True if there was one. */
  delete(userId: string): boolean
}

interface FactorRow {
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
  return {
    find: (userId) => {
      const row = sql.one.get(userId)
      return row ? { sealedSecret: row.sealed_secret, confirmedAt: row.confirmed_at } : null
    },
    // Where it is required, every request of a browser asks.
    isOn: cached((userId) => (sql.one.get(userId)?.confirmed_at ?? null) !== null),
    begin: (userId, sealedSecret) => {
      sql.begin.run(userId, sealedSecret)
    },
    confirm: inTransaction(
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
    delete: (userId) => sql.remove.run(userId).changes > 0,
  }
}

function prepareStatements(db: Connection) {
  return {
    one: db.prepare<[string], FactorRow>(
      'SELECT sealed_secret, confirmed_at FROM second_factors WHERE user_id = ?',
    ),
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
    remove: db.prepare<[string]>('DELETE FROM second_factors WHERE user_id = ?'),
  }
}
