/**
 * The audit log. Rows are never changed. They are deleted only up to the anchor, which keeps the hash of the last one that
 * is gone.
 */

import type { Migration } from './migrate.js'

const sql = `
CREATE TABLE audit (
  seq INTEGER PRIMARY KEY,
  at INTEGER NOT NULL,
  user_id TEXT,
  email TEXT,
  token_id TEXT,
  address TEXT,
  operation TEXT NOT NULL,
  site_id TEXT,
  target TEXT,
  outcome TEXT NOT NULL,
  status INTEGER,
  request_id TEXT,
  job_id TEXT,
  commit_oid TEXT,
  release_id TEXT,
  deployment TEXT,
  hash TEXT NOT NULL
) STRICT;
CREATE INDEX audit_site ON audit (site_id, seq);
CREATE TABLE audit_anchor (
  one INTEGER PRIMARY KEY CHECK (one = 1),
  seq INTEGER NOT NULL,
  hash TEXT NOT NULL
) STRICT;
INSERT INTO audit_anchor (one, seq, hash) VALUES (1, 0, '');
CREATE TRIGGER audit_is_final BEFORE UPDATE ON audit
BEGIN SELECT RAISE(ABORT, 'the audit log is not changed'); END;
CREATE TRIGGER audit_is_kept BEFORE DELETE ON audit
WHEN OLD.seq > (SELECT seq FROM audit_anchor)
BEGIN SELECT RAISE(ABORT, 'the audit log is kept from its anchor on'); END;
`

export const audit: Migration = { version: 15, sql }
