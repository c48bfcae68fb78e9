/** Everything of the first release. Times are milliseconds since the Unix epoch. */

import type { Migration } from './migrate.js'

const sql = `
CREATE TABLE users (
  id TEXT PRIMARY KEY,
  email TEXT NOT NULL,
  email_key TEXT NOT NULL UNIQUE,
  firstname TEXT NOT NULL,
  lastname TEXT NOT NULL,
  is_admin INTEGER NOT NULL CHECK (is_admin IN (0, 1)),
  password_hash TEXT,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE keys (
  key TEXT PRIMARY KEY,
  user_id TEXT NOT NULL UNIQUE REFERENCES users (id) ON DELETE CASCADE,
  secret_hmac BLOB NOT NULL,
  sealed_secret BLOB NOT NULL,
  created_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE sites (
  id TEXT PRIMARY KEY,
  domain TEXT NOT NULL UNIQUE,
  user_id TEXT NOT NULL REFERENCES users (id),
  hosting TEXT NOT NULL,
  hosting_options TEXT NOT NULL,
  sync TEXT NOT NULL,
  sync_options TEXT NOT NULL,
  generator TEXT NOT NULL,
  preview_token TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX sites_user ON sites (user_id);

CREATE TABLE roles (
  id TEXT PRIMARY KEY,
  site_id TEXT NOT NULL REFERENCES sites (id) ON DELETE CASCADE,
  user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  kind TEXT NOT NULL CHECK (kind IN ('admin', 'publisher', 'writer')),
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  UNIQUE (site_id, user_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX roles_user ON roles (user_id, site_id);

CREATE TABLE jobs (
  seq INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  site_id TEXT NOT NULL REFERENCES sites (id) ON DELETE CASCADE,
  kind TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('queued', 'running', 'complete', 'failed', 'cancelled')),
  user_id TEXT REFERENCES users (id) ON DELETE SET NULL,
  input TEXT NOT NULL,
  message TEXT NOT NULL,
  last_event INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  started_at INTEGER,
  finished_at INTEGER,
  updated_at INTEGER NOT NULL
) STRICT;
CREATE INDEX jobs_unfinished ON jobs (site_id, kind, seq) WHERE state IN ('queued', 'running');
CREATE INDEX jobs_finished ON jobs (site_id, kind, seq) WHERE state NOT IN ('queued', 'running');
CREATE INDEX jobs_user ON jobs (user_id);

CREATE TABLE job_events (
  job_id TEXT NOT NULL REFERENCES jobs (id) ON DELETE CASCADE,
  seq INTEGER NOT NULL,
  state TEXT NOT NULL,
  message TEXT NOT NULL,
  at INTEGER NOT NULL,
  PRIMARY KEY (job_id, seq)
) STRICT, WITHOUT ROWID;

CREATE TABLE releases (
  seq INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  site_id TEXT NOT NULL REFERENCES sites (id) ON DELETE CASCADE,
  kind TEXT NOT NULL CHECK (kind IN ('live', 'preview')),
  commit_oid TEXT NOT NULL,
  files INTEGER NOT NULL,
  bytes INTEGER NOT NULL,
  created_at INTEGER NOT NULL
) STRICT;
CREATE INDEX releases_site ON releases (site_id, kind, seq);

CREATE TABLE entry_ids (
  id TEXT PRIMARY KEY,
  site_id TEXT NOT NULL REFERENCES sites (id) ON DELETE CASCADE,
  path TEXT NOT NULL,
  deleted_at INTEGER
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX entry_ids_live ON entry_ids (site_id, path) WHERE deleted_at IS NULL;
CREATE INDEX entry_ids_site ON entry_ids (site_id, path);

CREATE TABLE deployments (
  site_id TEXT NOT NULL REFERENCES sites (id) ON DELETE CASCADE,
  target TEXT NOT NULL,
  release_id TEXT NOT NULL,
  manifest TEXT NOT NULL,
  extra TEXT NOT NULL,
  at INTEGER NOT NULL,
  PRIMARY KEY (site_id, target)
) STRICT;

CREATE TABLE settings (
  key TEXT PRIMARY KEY,
  value TEXT NOT NULL
) STRICT, WITHOUT ROWID;
`

export const start: Migration = { version: 1, sql }
