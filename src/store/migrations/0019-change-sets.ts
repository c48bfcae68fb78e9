/** Change sets. Their content is in git; these rows say what a branch can't. */

import type { Migration } from './migrate.js'

const sql = `
CREATE TABLE change_sets (
  site_id TEXT NOT NULL REFERENCES sites (id) ON DELETE CASCADE,
  id TEXT NOT NULL,
  title TEXT NOT NULL,
  user_id TEXT,
  state TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  closed_at INTEGER,
  closed_by TEXT,
  landed_commit TEXT,
  PRIMARY KEY (site_id, id)
) STRICT, WITHOUT ROWID;
`

export const changeSets: Migration = { version: 19, sql }
