/** Invitations, links for a new password, second factors, and mail that waits. Secrets only as HMACs, or sealed. */

import type { Migration } from './migrate.js'

const sql = `
ALTER TABLE users ADD COLUMN language TEXT;
CREATE TABLE invitations (
  id TEXT PRIMARY KEY,
  email TEXT NOT NULL,
  email_key TEXT NOT NULL,
  site_id TEXT REFERENCES sites (id) ON DELETE CASCADE,
  kind TEXT,
  is_admin INTEGER NOT NULL CHECK (is_admin IN (0, 1)),
  language TEXT NOT NULL,
  is_mailed INTEGER NOT NULL CHECK (is_mailed IN (0, 1)),
  invited_by TEXT REFERENCES users (id) ON DELETE SET NULL,
  secret_hmac BLOB NOT NULL UNIQUE,
  created_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX invitations_place ON invitations (email_key, coalesce(site_id, ''));
CREATE INDEX invitations_site ON invitations (site_id, created_at);
CREATE INDEX invitations_by ON invitations (invited_by);
CREATE TABLE reset_links (
  user_id TEXT PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
  secret_hmac BLOB NOT NULL UNIQUE,
  expires_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE second_factors (
  user_id TEXT PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
  sealed_secret BLOB NOT NULL,
  confirmed_at INTEGER,
  last_step INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE recovery_codes (
  user_id TEXT NOT NULL REFERENCES second_factors (user_id) ON DELETE CASCADE,
  code_hmac BLOB NOT NULL,
  PRIMARY KEY (user_id, code_hmac)
) STRICT, WITHOUT ROWID;
CREATE TABLE mails (
  id TEXT PRIMARY KEY,
  kind TEXT NOT NULL,
  sealed BLOB NOT NULL,
  created_at INTEGER NOT NULL,
  tries INTEGER NOT NULL,
  next_at INTEGER,
  error TEXT
) STRICT, WITHOUT ROWID;
CREATE INDEX mails_next ON mails (next_at) WHERE next_at IS NOT NULL;
`

export const people: Migration = { version: 16, sql }
