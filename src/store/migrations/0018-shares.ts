/** Links to previews; their secrets only as HMACs. And texts that users have not saved, out of git. */

import type { Migration } from './migrate.js'

const sql = `
CREATE TABLE shares (
  id TEXT PRIMARY KEY,
  site_id TEXT NOT NULL REFERENCES sites (id) ON DELETE CASCADE,
  user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  entry_id TEXT,
  secret_hmac BLOB NOT NULL,
  created_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL,
  last_used_at INTEGER
) STRICT, WITHOUT ROWID;
CREATE INDEX shares_site ON shares (site_id, expires_at);
CREATE INDEX shares_user ON shares (user_id);
CREATE TABLE unsaved (
  user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  site_id TEXT NOT NULL REFERENCES sites (id) ON DELETE CASCADE,
  id TEXT NOT NULL,
  entry_id TEXT,
  collection TEXT,
  title TEXT NOT NULL,
  version TEXT NOT NULL,
  content BLOB NOT NULL,
  bytes INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  PRIMARY KEY (user_id, site_id, id)
) STRICT;
CREATE INDEX unsaved_site ON unsaved (site_id);
CREATE INDEX unsaved_updated ON unsaved (updated_at);
`

export const shares: Migration = { version: 18, sql }
