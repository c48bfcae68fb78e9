/** Deliveries of webhooks: those that wait, and a log of the last ones. */

import {
  MAX_DELIVERIES_KEPT,
  type Delivery,
  type DeliveryState,
  type SentEvent,
  type WholeDelivery,
} from '../../model/webhook.js'
import { inLightTransaction, type Connection } from '../connection.js'
import { nextPlace, type Page, type Window } from '../page.js'

/** A new delivery. */
interface NewDelivery {
  readonly id: string
  readonly webhookId: string
  readonly event: SentEvent
  readonly at: number
  /** The body. */
  readonly request: string
}

/** What came of a try. */
export interface Tried {
  readonly state: DeliveryState
  readonly at: number
  readonly nextAt: number | null
  readonly status: number | null
  readonly error: string | null
  readonly response: string | null
}

/** The deliveries of the server. */
export interface Deliveries {
  add(delivery: NewDelivery): void
  find(id: string): WholeDelivery | null
  /** Newest first. */
  listOf(webhookId: string, window: Window): Page<Delivery>
  countWaiting(webhookId: string): number
  /** The webhooks that are on and have something to deliver, with the time of the first try that is due. */
  waiting(): { readonly webhookId: string; readonly siteId: string; readonly nextAt: number }[]
  /** What a webhook is to get next; null for nothing. */
  nextOf(webhookId: string): WholeDelivery | null
  /**
   * Stores what came of a try. Those of the webhook that are over are kept up to a number. A power failure may undo it:
   * then it is tried again.
   */
  tried(delivery: Pick<Delivery, 'id' | 'webhookId'>, tried: Tried): void
  /** Has a delivery tried again, from the start. */
  again(id: string, at: number): void
}

interface DeliveryRow {
  readonly seq: number
  readonly id: string
  readonly webhook_id: string
  readonly site_id: string
  readonly event: SentEvent
  readonly state: DeliveryState
  readonly attempts: number
  readonly created_at: number
  readonly next_at: number | null
  readonly attempted_at: number | null
  readonly status: number | null
  readonly error: string | null
}

interface WholeRow extends DeliveryRow {
  readonly request: string
  readonly response: string | null
}

/** The deliveries over one connection. */
export function createDeliveries(db: Connection): Deliveries {
  const sql = prepareStatements(db)
  const whole = (row: WholeRow | undefined) =>
    row === undefined ? null : { ...toDelivery(row), request: row.request, response: row.response }
  return {
    add: (delivery) => void sql.insert.run(delivery),
    find: (id) => whole(sql.byId.get(id)),
    listOf: (webhookId, { limit, ...window }) => {
      const total = sql.count.get(webhookId) ?? 0
      const [from = Number.MAX_SAFE_INTEGER] = window.after ?? []
      const offset = window.after
        ? (sql.countFrom.get(webhookId, Number(from)) ?? 0)
        : window.offset
      const rows = sql.page.all(webhookId, limit, offset)
      const next = nextPlace({ offset, rows, total }, { placeOf: ({ seq }) => [seq] })
      return { rows: rows.map(toDelivery), total, next }
    },
    countWaiting: (webhookId) => sql.countWaiting.get(webhookId) ?? 0,
    waiting: () => sql.waiting.all(),
    nextOf: (webhookId) => whole(sql.nextOf.get(webhookId)),
    tried: inLightTransaction(db, ({ id, webhookId }, tried) => {
      sql.tried.run({ id, ...tried })
      if (tried.state !== 'waiting') sql.trim.run(webhookId, webhookId)
    }) satisfies Deliveries['tried'],
    again: (id, at) => void sql.again.run(at, id),
  }
}

function prepareStatements(db: Connection) {
  const columns = `d.seq, d.id, d.webhook_id, w.site_id, d.event, d.state, d.attempts, d.created_at, d.next_at,
    d.attempted_at, d.status, d.error`
  const from = 'FROM webhook_deliveries d JOIN webhooks w ON w.id = d.webhook_id'
  return {
    insert: db.prepare(
      `INSERT INTO webhook_deliveries (id, webhook_id, event, state, created_at, next_at, request)
       VALUES (@id, @webhookId, @event, 'waiting', @at, @at, @request)`,
    ),
    byId: db.prepare<[string], WholeRow>(
      `SELECT ${columns}, d.request, d.response ${from} WHERE d.id = ?`,
    ),
    page: db.prepare<[string, number, number], DeliveryRow>(
      `SELECT ${columns} ${from} WHERE d.webhook_id = ? ORDER BY d.seq DESC LIMIT ? OFFSET ?`,
    ),
    count: db
      .prepare<[string], number>('SELECT count(*) FROM webhook_deliveries WHERE webhook_id = ?')
      .pluck(),
    countFrom: db
      .prepare<[string, number], number>(
        'SELECT count(*) FROM webhook_deliveries WHERE webhook_id = ? AND seq >= ?',
      )
      .pluck(),
    countWaiting: db
      .prepare<[string], number>(
        `SELECT count(*) FROM webhook_deliveries WHERE webhook_id = ? AND state = 'waiting'`,
      )
      .pluck(),
    waiting: db.prepare<[], { webhookId: string; siteId: string; nextAt: number }>(
      // One step in the index for each webhook, not one for each delivery: this is asked again with each that is sent.
      `SELECT webhookId, siteId, nextAt FROM (
         SELECT w.id AS webhookId, w.site_id AS siteId, (
           SELECT min(d.next_at) FROM webhook_deliveries d WHERE d.webhook_id = w.id AND d.state = 'waiting') AS nextAt
         FROM webhooks w WHERE w.active = 1)
       WHERE nextAt IS NOT NULL ORDER BY nextAt`,
    ),
    nextOf: db.prepare<[string], WholeRow>(
      `SELECT ${columns}, d.request, d.response ${from}
       WHERE d.webhook_id = ? AND d.state = 'waiting' ORDER BY d.next_at, d.seq LIMIT 1`,
    ),
    tried: db.prepare(
      `UPDATE webhook_deliveries SET state = @state, attempts = attempts + 1, attempted_at = @at, next_at = @nextAt,
         status = @status, error = @error, response = @response WHERE id = @id`,
    ),
    trim: db.prepare<[string, string]>(
      `DELETE FROM webhook_deliveries WHERE webhook_id = ? AND state <> 'waiting' AND seq <= (
         SELECT seq FROM webhook_deliveries WHERE webhook_id = ? AND state <> 'waiting'
         ORDER BY seq DESC LIMIT 1 OFFSET ${MAX_DELIVERIES_KEPT})`,
    ),
    again: db.prepare<[number, string]>(
      `UPDATE webhook_deliveries SET state = 'waiting', attempts = 0, next_at = ? WHERE id = ?`,
    ),
  }
}

function toDelivery(row: DeliveryRow): Delivery {
  return {
    id: row.id,
    webhookId: row.webhook_id,
    siteId: row.site_id,
    event: row.event,
    state: row.state,
    attempts: row.attempts,
    createdAt: row.created_at,
    nextAt: row.next_at,
    attemptedAt: row.attempted_at,
    status: row.status,
    error: row.error,
  }
}
