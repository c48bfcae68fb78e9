/** Who signs in with another server (OpenID Connect), and which sessions were begun so. */

import type { Migration } from './migrate.js'

const sql = `
CREATE TABLE oidc_links (
  user_id TEXT PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
  issuer TEXT NOT NULL,
  subject TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  UNIQUE (issuer, subject)
) STRICT, WITHOUT ROWID;
ALTER TABLE sessions ADD COLUMN is_by_oidc INTEGER NOT NULL DEFAULT 0 CHECK (is_by_oidc IN (0, 1));
`

export const oidc: Migration = { version: 21, sql }
