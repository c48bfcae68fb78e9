/** Change sets have previews of their own, and are handed in and sent back with notes. */

import type { Migration } from './migrate.js'

const sql = `
ALTER TABLE change_sets ADD COLUMN preview_token TEXT;
ALTER TABLE change_sets ADD COLUMN handed_in_head TEXT;
ALTER TABLE change_sets ADD COLUMN handed_in_at INTEGER;
ALTER TABLE change_sets ADD COLUMN handed_in_by TEXT;
ALTER TABLE releases ADD COLUMN set_id TEXT;
CREATE TABLE set_notes (
  seq INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  site_id TEXT NOT NULL,
  set_id TEXT NOT NULL,
  kind TEXT NOT NULL,
  user_id TEXT,
  path TEXT,
  text TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  FOREIGN KEY (site_id, set_id) REFERENCES change_sets (site_id, id) ON DELETE CASCADE
) STRICT;
CREATE INDEX set_notes_of ON set_notes (site_id, set_id, seq);
`

export const setReviews: Migration = { version: 20, sql }
