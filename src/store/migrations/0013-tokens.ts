/** Access tokens; their secrets only as HMACs. */

import type { Migration } from './migrate.js'

const sql = `
CREATE TABLE tokens (
  id TEXT PRIMARY KEY,
  user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  name TEXT NOT NULL,
  hint TEXT NOT NULL,
  scopes TEXT NOT NULL,
  site_ids TEXT,
  secret_hmac BLOB NOT NULL UNIQUE,
  former_hmac BLOB UNIQUE,
  former_until INTEGER,
  created_at INTEGER NOT NULL,
  expires_at INTEGER,
  last_used_at INTEGER
) STRICT, WITHOUT ROWID;
CREATE INDEX tokens_user ON tokens (user_id, created_at);
`

export const tokens: Migration = { version: 13, sql }
