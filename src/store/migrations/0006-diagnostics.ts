/** What builds had to say, kept with their jobs. */

import type { Migration } from './migrate.js'

const sql = `ALTER TABLE jobs ADD COLUMN diagnostics TEXT NOT NULL DEFAULT '[]';`

export const diagnostics: Migration = { version: 6, sql }
