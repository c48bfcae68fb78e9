/**
 * Webhooks with their deliveries, and notifications. `webhook_places` has the commit up to which the webhooks of a site
 * have been told of texts, for sites with webhooks that are on.
 */

import type { Migration } from './migrate.js'

const sql = `
CREATE TABLE webhooks (
  id TEXT PRIMARY KEY,
  site_id TEXT NOT NULL REFERENCES sites (id) ON DELETE CASCADE,
  name TEXT NOT NULL,
  url TEXT NOT NULL,
  events TEXT NOT NULL,
  secret BLOB NOT NULL,
  former_secret BLOB,
  former_until INTEGER,
  active INTEGER NOT NULL CHECK (active IN (0, 1)),
  off_reason TEXT,
  delivered_at INTEGER,
  missed INTEGER NOT NULL DEFAULT 0,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX webhooks_site ON webhooks (site_id, created_at);
CREATE TABLE webhook_deliveries (
  seq INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  webhook_id TEXT NOT NULL REFERENCES webhooks (id) ON DELETE CASCADE,
  event TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('waiting', 'delivered', 'failed')),
  attempts INTEGER NOT NULL DEFAULT 0,
  created_at INTEGER NOT NULL,
  next_at INTEGER,
  attempted_at INTEGER,
  status INTEGER,
  error TEXT,
  request TEXT NOT NULL,
  response TEXT
) STRICT;
CREATE INDEX webhook_deliveries_of ON webhook_deliveries (webhook_id, seq);
CREATE INDEX webhook_deliveries_waiting ON webhook_deliveries (webhook_id, next_at) WHERE state = 'waiting';
CREATE TABLE webhook_places (
  site_id TEXT PRIMARY KEY REFERENCES sites (id) ON DELETE CASCADE,
  commit_oid TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE notifications (
  seq INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  site_id TEXT NOT NULL REFERENCES sites (id) ON DELETE CASCADE,
  kind TEXT NOT NULL,
  thing TEXT NOT NULL,
  count INTEGER NOT NULL,
  at INTEGER NOT NULL,
  read_at INTEGER,
  about TEXT NOT NULL
) STRICT;
CREATE INDEX notifications_user ON notifications (user_id, seq);
CREATE INDEX notifications_site ON notifications (site_id);
CREATE INDEX notifications_unread ON notifications (user_id, site_id, kind, thing) WHERE read_at IS NULL;
CREATE TABLE notification_choices (
  user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  kind TEXT NOT NULL,
  PRIMARY KEY (user_id, kind)
) STRICT, WITHOUT ROWID;
`

export const notices: Migration = { version: 17, sql }
