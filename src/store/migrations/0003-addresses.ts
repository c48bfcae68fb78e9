/**
 * Every e-mail address that a user has or had, so that nobody else can get it.
 *
 * Nobody knows who set the existing addresses. As before, they count as set by an administrator.
 */

import type { Migration } from './migrate.js'

const sql = `
CREATE TABLE addresses (
  email_key TEXT PRIMARY KEY,
  user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  source TEXT NOT NULL CHECK (source IN ('admin', 'self')),
  at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX addresses_user ON addresses (user_id, source, at);
INSERT INTO addresses SELECT email_key, id, 'admin', updated_at FROM users;
`

export const addresses: Migration = { version: 3, sql }
