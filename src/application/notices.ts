/** Creates what tells of happenings: webhooks to programs elsewhere, notifications to people. */

import type { Vault } from '../service/accounts/vault.js'
import type { Feed } from '../service/events/feed.js'
import { createHappenings } from '../service/notices/happenings.js'
import { createNotifications } from '../service/notices/notifications.js'
import { createOutbox } from '../service/notices/outbox.js'
import { createSending } from '../service/notices/sending.js'
import { createTelling, createTextTelling } from '../service/notices/telling.js'
import { createTextEvents } from '../service/notices/text-events.js'
import { createWebhooks } from '../service/notices/webhooks.js'
import type { BranchServices } from './branch.js'
import type { Resources } from './resources.js'

/** Milliseconds without data after which a webhook is given up. */
const OUTGOING_MS = 10_000

/** What is told of: created before the branch and the jobs, of which it is told. */
export function createNotices(resources: Resources, feed: Pick<Feed, 'indexed' | 'notified'>) {
  const { store, now, newId, onError } = resources
  const { records, index } = store
  const report = (error: unknown, siteId: string) =>
    onError(error, { siteId, doing: 'notifications' })
  const outbox = createOutbox({ records, now, newId })
  const notifications = createNotifications({
    records,
    now,
    newId,
    told: feed.notified,
  })
  const tell = createTelling({ index, notifications, onError: report })
  const happenings = createHappenings({ records, outbox, tell })
  const tellOfTexts = createTextTelling({ records, index, tell, onError: report })
  const indexed: Feed['indexed'] = (siteId, commits) => {
    feed.indexed(siteId, commits)
    tellOfTexts(siteId, commits)
  }
  return { outbox, notifications, happenings, indexed }
}

export type Notices = ReturnType<typeof createNotices>

interface WebhookNeeds {
  readonly branch: BranchServices
  readonly vault: Vault
  readonly notices: Notices
}

/** What makes webhooks and sends to them. */
export function createWebhookParts(
  { config, store, now, newId, note, onError }: Resources,
  { branch, vault, notices }: WebhookNeeds,
) {
  const { records, index } = store
  const { outbox, happenings } = notices
  const outgoing = { rules: { allow: config.allowAddresses }, timeout: OUTGOING_MS }
  const texts = createTextEvents({
    ...branch,
    records,
    index,
    outbox,
    onError: (error, siteId) => onError(error, { siteId, doing: 'webhooks' }),
  })
  const sending = createSending({
    records,
    vault,
    outgoing,
    now,
    switchedOff: (webhook) => {
      texts.placed(webhook.siteId)
      happenings.switchedOff(webhook)
    },
    onError: (error) => onError(error, { doing: 'webhooks' }),
  })
  outbox.onAdded(sending.look)
  const webhooks = createWebhooks({
    ...branch,
    records,
    vault,
    outgoing,
    outbox,
    texts,
    send: sending.look,
    now,
    newId,
    note,
  })
  return {
    webhooks,
    /** Tells the webhooks of a site of the texts that have changed, soon. */
    changed: texts.changed,
    start: () => {
      texts.start()
      sending.start()
    },
    stop: async () => {
      await Promise.all([texts.stop(), sending.stop()])
    },
    /** Sends what is due. */
    look: sending.look,
  }
}

export type WebhookParts = ReturnType<typeof createWebhookParts>
