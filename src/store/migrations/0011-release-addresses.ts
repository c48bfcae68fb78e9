/** The address that each release was built for; unknown for existing releases. */

import type { Migration } from './migrate.js'

const sql = `ALTER TABLE releases ADD COLUMN address TEXT;`

export const releaseAddresses: Migration = { version: 11, sql }
