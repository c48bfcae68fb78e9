/** Migrates a database to the newest schema; its `user_version` is the number of the last applied step. */

import type { Connection } from '../connection.js'
import { StoreError } from '../store-error.js'

/** One step of a schema; steps are numbered from 1 without gaps and never change once released. */
export interface Migration {
  readonly version: number
  readonly sql: string
}

/**
 * Applies the missing steps, each in its own transaction.
 *
 * @throws StoreError `newer_schema` if a later version of Galley has written the database
 */
export function migrate(db: Connection, migrations: readonly Migration[]): void {
  const found = schemaVersion(db)
  const newest = migrations.at(-1)?.version ?? 0
  if (found > newest) {
    throw new StoreError(
      'newer_schema',
      `${db.name} has schema ${found}, but this Galley knows only ${newest}: start the newer Galley that wrote it, or restore a backup`,
    )
  }
  for (const step of migrations) if (step.version > found) apply(db, step)
}

/** Number of the last step applied, 0 for an empty database. */
export function schemaVersion(db: Connection): number {
  return Number(db.pragma('user_version', { simple: true }))
}

function apply(db: Connection, step: Migration): void {
  db.transaction(() => {
    db.exec(step.sql)
    db.pragma(`user_version = ${step.version}`)
  }).exclusive()
}
