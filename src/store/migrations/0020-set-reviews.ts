/** Change sets have previews of their own. */

import type { Migration } from './migrate.js'

const sql = `
ALTER TABLE change_sets ADD COLUMN preview_token TEXT;
ALTER TABLE releases ADD COLUMN set_id TEXT;
`

export const setReviews: Migration = { version: 20, sql }
