/** Puts events into the deliveries of the webhooks that asked for them. Sends nothing: `sending.ts` does. */

import type { NewId } from '../../model/ids.js'
import {
  MAX_DELIVERIES_WAITING,
  TEST_EVENT,
  type SentEvent,
  type Webhook,
} from '../../model/webhook.js'
import type { Records } from '../../store/records/records.js'

/** What happened on a site. */
export interface SiteHappening {
  readonly event: SentEvent
  /** JSON values, of limited size. */
  readonly data: Readonly<Record<string, unknown>>
}

export interface Outbox {
  /** Adds an event for each webhook of a site that asked for it. To be called in the transaction of what happened. */
  add(siteId: string, happening: SiteHappening): void
  /** Adds a test for one webhook. @returns id of the delivery */
  test(webhook: Webhook): string
  /** Has a function called when something was added. */
  onAdded(listener: () => void): void
}

interface OutboxDependencies {
  readonly records: Pick<Records, 'webhooks' | 'deliveries'>
  readonly now: () => number
  readonly newId: NewId
}

export function createOutbox({ records, now, newId }: OutboxDependencies): Outbox {
  const { webhooks, deliveries } = records
  const listeners: (() => void)[] = []
  const put = (webhookId: string, siteId: string, { event, data }: SiteHappening): string => {
    const [id, at] = [newId(), now()]
    const timestamp = new Date(at).toISOString()
    const request = JSON.stringify({ type: event, timestamp, data: { site_id: siteId, ...data } })
    deliveries.add({ id, webhookId, event, at, request })
    // The transaction is over by then.
    for (const listener of listeners) setImmediate(listener)
    return id
  }
  return {
    add(siteId, happening) {
      for (const { id, events, isActive } of webhooks.listOfSite(siteId)) {
        if (!isActive || !events.some((name) => name === happening.event)) continue
        if (deliveries.countWaiting(id) < MAX_DELIVERIES_WAITING) put(id, siteId, happening)
        else webhooks.missed(id)
      }
    },
    test: ({ id, siteId, name }) => put(id, siteId, { event: TEST_EVENT, data: { webhook: name } }),
    onAdded: (listener) => void listeners.push(listener),
  }
}
