/** Brings a database to the newest schema; `user_version` says how far it has come. */

import type { Connection } from '../connection.js'
import { StoreError } from '../store-error.js'

/** One step of a schema; steps are numbered from 1 without gaps and never change once released. */
export interface Migration {
  readonly version: number
  readonly sql: string
}

/**
 * Applies what is missing, each step in a transaction of its own.
 *
 * @throws StoreError `newer_schema` when a later Galley has written the database
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
