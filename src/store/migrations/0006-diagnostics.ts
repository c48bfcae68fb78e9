/** Warnings and errors of builds, stored with their jobs. */

import type { Migration } from './migrate.js'

const sql = `ALTER TABLE jobs ADD COLUMN diagnostics TEXT NOT NULL DEFAULT '[]';`

export const diagnostics: Migration = { version: 6, sql }
