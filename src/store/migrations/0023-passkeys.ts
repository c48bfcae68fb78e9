/** Passkeys, and recovery codes that do for them as for an authenticator app. */

import type { Migration } from './migrate.js'

const sql = `
CREATE TABLE passkeys (
  id TEXT PRIMARY KEY,
  user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  name TEXT NOT NULL,
  credential_id TEXT NOT NULL UNIQUE,
  public_key BLOB NOT NULL,
  counter INTEGER NOT NULL,
  transports TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  last_used_at INTEGER
) STRICT, WITHOUT ROWID;
CREATE INDEX passkeys_user ON passkeys (user_id, created_at);
CREATE TABLE codes (
  user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  code_hmac BLOB NOT NULL,
  PRIMARY KEY (user_id, code_hmac)
) STRICT, WITHOUT ROWID;
INSERT INTO codes SELECT user_id, code_hmac FROM recovery_codes;
DROP TABLE recovery_codes;
ALTER TABLE codes RENAME TO recovery_codes;
`

export const passkeys: Migration = { version: 23, sql }
