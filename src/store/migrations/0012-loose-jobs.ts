/** A job can outlive its site, so that a failed import, which leaves no site, can still say why it failed. */

import type { Migration } from './migrate.js'

const sql = `
ALTER TABLE sites ADD COLUMN importing INTEGER NOT NULL DEFAULT 0 CHECK (importing IN (0, 1));
CREATE TABLE loose_jobs (
  seq INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  site_id TEXT NOT NULL,
  kind TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('queued', 'running', 'complete', 'failed', 'cancelled')),
  user_id TEXT REFERENCES users (id) ON DELETE SET NULL,
  input TEXT NOT NULL,
  message TEXT NOT NULL,
  last_event INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  started_at INTEGER,
  finished_at INTEGER,
  updated_at INTEGER NOT NULL,
  diagnostics TEXT NOT NULL DEFAULT '[]'
) STRICT;
INSERT INTO loose_jobs SELECT seq, id, site_id, kind, state, user_id, input, message, last_event, created_at,
  started_at, finished_at, updated_at, diagnostics FROM jobs;
CREATE TABLE loose_events (
  job_id TEXT NOT NULL REFERENCES loose_jobs (id) ON DELETE CASCADE,
  seq INTEGER NOT NULL,
  state TEXT NOT NULL,
  message TEXT NOT NULL,
  at INTEGER NOT NULL,
  PRIMARY KEY (job_id, seq)
) STRICT, WITHOUT ROWID;
INSERT INTO loose_events SELECT job_id, seq, state, message, at FROM job_events;
DROP TABLE job_events;
DROP TABLE jobs;
ALTER TABLE loose_jobs RENAME TO jobs;
ALTER TABLE loose_events RENAME TO job_events;
CREATE INDEX jobs_unfinished ON jobs (site_id, kind, seq) WHERE state IN ('queued', 'running');
CREATE INDEX jobs_finished ON jobs (site_id, kind, seq) WHERE state NOT IN ('queued', 'running');
CREATE INDEX jobs_user ON jobs (user_id);
`

export const looseJobs: Migration = { version: 12, sql }
