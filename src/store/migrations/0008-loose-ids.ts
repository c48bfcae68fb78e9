/** Deleting a site no longer deletes its ids in the same statement, which would block for long if there are many. */

import type { Migration } from './migrate.js'

const sql = `
CREATE TABLE loose_ids (
  id TEXT PRIMARY KEY,
  site_id TEXT NOT NULL,
  path TEXT NOT NULL,
  deleted_at INTEGER
) STRICT, WITHOUT ROWID;
INSERT INTO loose_ids SELECT id, site_id, path, deleted_at FROM entry_ids;
DROP TABLE entry_ids;
ALTER TABLE loose_ids RENAME TO entry_ids;
CREATE UNIQUE INDEX entry_ids_live ON entry_ids (site_id, path) WHERE deleted_at IS NULL;
CREATE INDEX entry_ids_site ON entry_ids (site_id, path);
CREATE INDEX entry_ids_deleted ON entry_ids (site_id, deleted_at DESC, id) WHERE deleted_at IS NOT NULL;
`

export const looseIds: Migration = { version: 8, sql }
