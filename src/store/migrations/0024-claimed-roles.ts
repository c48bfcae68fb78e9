/** Which roles came by a group of the OpenID Connect provider: only these go when the group is gone. */

import type { Migration } from './migrate.js'

const sql = `
ALTER TABLE roles ADD COLUMN is_claimed INTEGER NOT NULL DEFAULT 0 CHECK (is_claimed IN (0, 1));
`

export const claimedRoles: Migration = { version: 24, sql }
