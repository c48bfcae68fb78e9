/** How many sites a user may own. */

import type { Migration } from './migrate.js'

const sql = `
ALTER TABLE users ADD COLUMN max_sites INTEGER CHECK (max_sites >= 0);
`

export const siteMakers: Migration = { version: 22, sql }
