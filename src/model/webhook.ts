/** Webhooks: what other programs are told of a site, and how that went. @see src/http/README.md (Webhooks) */

/** What a webhook can ask for. */
export const WEBHOOK_EVENTS = [
  'texts.changed',
  'publish.done',
  'publish.failed',
  'sync.failed',
  'role.changed',
] as const

export type WebhookEvent = (typeof WEBHOOK_EVENTS)[number]

/** What an admin sends to see whether a webhook works; nobody need ask for it. */
export const TEST_EVENT = 'test'

export type SentEvent = WebhookEvent | typeof TEST_EVENT

/** Times are milliseconds since the Unix epoch. */
export interface Webhook {
  readonly id: string
  readonly siteId: string
  readonly name: string
  readonly url: string
  readonly events: readonly WebhookEvent[]
  readonly isActive: boolean
  /** Why the server switched it off; null if it did not. */
  readonly offReason: string | null
  /** Until when requests are signed with the secret before the last rotation, too; null if there is none. */
  readonly formerUntil: number | null
  /** When it was last delivered to; null for never. */
  readonly deliveredAt: number | null
  /** Events that were left out, because too many waited. */
  readonly missed: number
  readonly createdAt: number
  readonly updatedAt: number
}

export const DELIVERY_STATES = ['waiting', 'delivered', 'failed'] as const

export type DeliveryState = (typeof DELIVERY_STATES)[number]

/** An event on its way to a webhook, or there. */
export interface Delivery {
  readonly id: string
  readonly webhookId: string
  readonly siteId: string
  readonly event: SentEvent
  readonly state: DeliveryState
  /** How often it was tried. */
  readonly attempts: number
  readonly createdAt: number
  /** When it is tried next; null if it is not. */
  readonly nextAt: number | null
  /** When it was last tried. */
  readonly attemptedAt: number | null
  /** Status of the last answer; null for none. */
  readonly status: number | null
  /** Why the last try failed, in a clause; null if it did not. */
  readonly error: string | null
}

/** With its bodies. */
export interface WholeDelivery extends Delivery {
  /** The body, as it is sent. */
  readonly request: string
  /** The beginning of the last answer's body. */
  readonly response: string | null
}

export const MAX_WEBHOOKS = 20
export const MAX_WEBHOOK_NAME = 100
export const MAX_WEBHOOK_URL = 2000
/** Deliveries of a webhook that are kept when they are over, and that wait. */
export const MAX_DELIVERIES_KEPT = 100
export const MAX_DELIVERIES_WAITING = 500
/** Texts that an event names, and bytes of what it says of them. */
export const MAX_EVENT_TEXTS = 100
export const MAX_EVENT_TEXT_BYTES = 32 * 1024
/** Characters of a message in an event. */
export const MAX_EVENT_MESSAGE = 500
/** Bytes of an answer that are read. */
export const MAX_RESPONSE_BYTES = 4096
/** Milliseconds until a delivery is tried again, after each try that failed; then it has failed. */
export const RETRY_AFTER_MS: readonly number[] = [
  5_000,
  60_000,
  10 * 60_000,
  60 * 60_000,
  6 * 60 * 60_000,
  24 * 60 * 60_000,
]
/** Hours for which requests are signed with the former secret, too. */
export const FORMER_SECRET_HOURS = 24
