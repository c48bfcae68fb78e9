/** Who published each release; of those that are there already nobody knows it. */

import type { Migration } from './migrate.js'

const sql = `ALTER TABLE releases ADD COLUMN user_id TEXT;`

export const publishers: Migration = { version: 10, sql }
