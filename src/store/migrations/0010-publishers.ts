/** Who published each release; unknown for existing releases. */

import type { Migration } from './migrate.js'

const sql = `ALTER TABLE releases ADD COLUMN user_id TEXT;`

export const publishers: Migration = { version: 10, sql }
