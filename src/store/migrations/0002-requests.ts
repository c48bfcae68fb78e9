/** Requests with an idempotency key, and their answers. */

import type { Migration } from './migrate.js'

const sql = `
CREATE TABLE requests (
  user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  key TEXT NOT NULL,
  fingerprint TEXT NOT NULL,
  request_id TEXT NOT NULL,
  answer TEXT,
  at INTEGER NOT NULL,
  PRIMARY KEY (user_id, key)
) STRICT, WITHOUT ROWID;
CREATE INDEX requests_at ON requests (at);
`

export const requests: Migration = { version: 2, sql }
