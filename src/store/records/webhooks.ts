/** Webhooks of sites. Their secrets are encrypted. */

import { WEBHOOK_EVENTS, type Webhook } from '../../model/webhook.js'
import { notFound } from '../../errors.js'
import { inTransaction, type Connection } from '../connection.js'
import { parseNames } from './json.js'

/** The encrypted secrets of a webhook. */
interface WebhookSecrets {
  readonly secret: Buffer
  /** The one before the last rotation. */
  readonly former: Buffer | null
}

/** The webhooks of the server. */
export interface Webhooks {
  create(webhook: Webhook & { readonly secret: Buffer }): void
  find(id: string): Webhook | null
  /** Oldest first. */
  listOfSite(siteId: string): Webhook[]
  secretsOf(id: string): WebhookSecrets
  /** Replaces what its users set, and why it is off. */
  update(webhook: Webhook): void
  /** Gives it another secret; requests are signed with the former one, too, until `formerUntil`. */
  rotate(id: string, to: { readonly secret: Buffer; readonly formerUntil: number }): void
  /** Notes that it was delivered to. */
  delivered(id: string, at: number): void
  /** Notes that an event was left out. */
  missed(id: string): void
  delete(id: string): void
  /** The sites with a place. */
  placedSites(): string[]
  /** The commit up to which the webhooks of a site were told of texts; null if none is on. */
  placeOf(siteId: string): string | null
  /** Null if no webhook is on. */
  setPlace(siteId: string, commit: string | null): void
}

interface WebhookRow {
  readonly id: string
  readonly site_id: string
  readonly name: string
  readonly url: string
  readonly events: string
  readonly active: number
  readonly off_reason: string | null
  readonly former_until: number | null
  readonly delivered_at: number | null
  readonly missed: number
  readonly created_at: number
  readonly updated_at: number
}

const COLUMNS = `id, site_id, name, url, events, active, off_reason, former_until, delivered_at, missed, created_at,
  updated_at`

/** The webhooks over one connection. */
export function createWebhooks(db: Connection): Webhooks {
  const sql = prepareStatements(db)
  return {
    create: inTransaction(db, (webhook: Webhook & { readonly secret: Buffer }) => {
      sql.insert.run({ ...fieldsOf(webhook), secret: webhook.secret, siteId: webhook.siteId })
    }),
    find: (id) => {
      const row = sql.byId.get(id)
      return row === undefined ? null : toWebhook(row)
    },
    listOfSite: (siteId) => sql.ofSite.all(siteId).map(toWebhook),
    secretsOf: (id) => {
      const found = sql.secrets.get(id)
      if (!found) throw notFound('webhook')
      return found
    },
    update: (webhook) => void sql.update.run(fieldsOf(webhook)),
    rotate: (id, to) => void sql.rotate.run({ id, ...to }),
    delivered: (id, at) => void sql.delivered.run(at, id),
    missed: (id) => void sql.missed.run(id),
    delete: (id) => void sql.remove.run(id),
    placedSites: () => sql.placed.all(),
    placeOf: (siteId) => sql.place.get(siteId) ?? null,
    setPlace: (siteId, commit) => {
      if (commit === null) sql.unplace.run(siteId)
      else sql.setPlace.run(siteId, commit)
    },
  }
}

function prepareStatements(db: Connection) {
  return {
    insert: db.prepare(
      `INSERT INTO webhooks (id, site_id, name, url, events, secret, active, off_reason, created_at, updated_at)
       VALUES (@id, @siteId, @name, @url, @events, @secret, @active, @offReason, @createdAt, @updatedAt)`,
    ),
    byId: db.prepare<[string], WebhookRow>(`SELECT ${COLUMNS} FROM webhooks WHERE id = ?`),
    ofSite: db.prepare<[string], WebhookRow>(
      `SELECT ${COLUMNS} FROM webhooks WHERE site_id = ? ORDER BY created_at, id`,
    ),
    secrets: db.prepare<[string], WebhookSecrets>(
      'SELECT secret, former_secret AS former FROM webhooks WHERE id = ?',
    ),
    update: db.prepare(
      `UPDATE webhooks SET name = @name, url = @url, events = @events, active = @active, off_reason = @offReason,
         updated_at = @updatedAt WHERE id = @id`,
    ),
    rotate: db.prepare(
      `UPDATE webhooks SET former_secret = secret, former_until = @formerUntil, secret = @secret WHERE id = @id`,
    ),
    delivered: db.prepare<[number, string]>('UPDATE webhooks SET delivered_at = ? WHERE id = ?'),
    missed: db.prepare<[string]>('UPDATE webhooks SET missed = missed + 1 WHERE id = ?'),
    remove: db.prepare<[string]>('DELETE FROM webhooks WHERE id = ?'),
    placed: db.prepare<[], string>('SELECT site_id FROM webhook_places').pluck(),
    place: db
      .prepare<[string], string>('SELECT commit_oid FROM webhook_places WHERE site_id = ?')
      .pluck(),
    setPlace: db.prepare<[string, string]>('INSERT OR REPLACE INTO webhook_places VALUES (?, ?)'),
    unplace: db.prepare<[string]>('DELETE FROM webhook_places WHERE site_id = ?'),
  }
}

function fieldsOf({ id, name, url, events, isActive, offReason, createdAt, updatedAt }: Webhook) {
  const active = isActive ? 1 : 0
  return { id, name, url, events: JSON.stringify(events), active, offReason, createdAt, updatedAt }
}

function toWebhook(row: WebhookRow): Webhook {
  return {
    id: row.id,
    siteId: row.site_id,
    name: row.name,
    url: row.url,
    events: parseNames(row.events, WEBHOOK_EVENTS),
    isActive: row.active === 1,
    offReason: row.off_reason,
    formerUntil: row.former_until,
    deliveredAt: row.delivered_at,
    missed: row.missed,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }
}
