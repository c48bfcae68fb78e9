/**
 * Webhooks of a site, for its admins: make, change, test, delete, read what was delivered, deliver again.
 *
 * @see src/http/README.md (Webhooks)
 */

import { DeployError } from '../../deploy/network/deploy-error.js'
import { resolveAllowed, type Outgoing } from '../../deploy/network/outgoing.js'
import { GalleyError, invalid, notFound } from '../../errors.js'
import type { NewId } from '../../model/ids.js'
import type { Actor } from '../../model/user.js'
import {
  FORMER_SECRET_HOURS,
  MAX_DELIVERIES_WAITING,
  MAX_WEBHOOKS,
  type Delivery,
  type Webhook,
  type WebhookEvent,
  type WholeDelivery,
} from '../../model/webhook.js'
import { partOf, type Page, type Window } from '../../store/page.js'
import type { Records } from '../../store/records/records.js'
import { byOf, type Access } from '../accounts/access.js'
import type { Vault } from '../accounts/vault.js'
import type { Outbox } from './outbox.js'
import { newWebhookSecret } from './signing.js'
import type { TextEvents } from './text-events.js'

/** What its users set. */
interface WebhookInput {
  readonly name: string
  readonly url: string
  readonly events: readonly WebhookEvent[]
  readonly isActive: boolean
}

/** A webhook with its secret, which is shown this once. */
export interface MadeWebhook {
  readonly webhook: Webhook
  readonly secret: string
}

/** Which webhook of which site. */
interface Which {
  readonly siteId: string
  readonly id: string
}

interface WebhooksDependencies {
  readonly records: Pick<Records, 'webhooks' | 'deliveries' | 'together'>
  readonly access: Pick<Access, 'onSite'>
  readonly vault: Pick<Vault, 'seal'>
  readonly outgoing: Outgoing
  readonly outbox: Pick<Outbox, 'test'>
  readonly texts: Pick<TextEvents, 'look' | 'placed'>
  /** Has what waits sent. */
  readonly send: () => void
  readonly now: () => number
  readonly newId: NewId
  /** Writes a line to the log. */
  readonly note: (fields: object, message: string) => void
}

export type Webhooks = ReturnType<typeof createWebhooks>

const HOUR_MS = 60 * 60_000

export function createWebhooks(dependencies: WebhooksDependencies) {
  const { records, outbox, texts, send, now, note } = dependencies
  const { webhooks, deliveries } = records
  const find = (actor: Actor, which: Which) => findWebhook(dependencies, actor, which)
  const findDelivery = (actor: Actor, which: Which, deliveryId: string): WholeDelivery => {
    const { id } = find(actor, which)
    const found = deliveries.find(deliveryId)
    if (found?.webhookId !== id) throw notFound('delivery')
    return found
  }
  return {
    ...createEditing(dependencies, find),
    get: find,

    /** Oldest first. */
    list(actor: Actor, siteId: string, window: Window): Page<Webhook> {
      dependencies.access.onSite(actor, siteId, 'webhooks.manage')
      const placeOf = ({ createdAt, id }: Webhook) => [createdAt, id]
      return partOf(webhooks.listOfSite(siteId), window, { placeOf })
    },

    delete(actor: Actor, which: Which): void {
      const { id, siteId } = find(actor, which)
      records.together(() => {
        webhooks.delete(id)
        texts.placed(siteId)
      })
      note({ webhookId: id, siteId, ...byOf(actor) }, 'a webhook was deleted')
    },

    /** Sends a test, whatever its events. @throws GalleyError `conflict` if it is off, or too much waits for it */
    test(actor: Actor, which: Which): Delivery {
      const webhook = requireOn(find(actor, which))
      if (deliveries.countWaiting(webhook.id) >= MAX_DELIVERIES_WAITING) throw tooManyWait()
      return findDelivery(actor, which, outbox.test(webhook))
    },

    /** Newest first. */
    deliveries(actor: Actor, which: Which, window: Window): Page<Delivery> {
      return deliveries.listOf(find(actor, which).id, window)
    },

    delivery: findDelivery,

    /** Sends a delivery again, with the same id. @throws GalleyError `conflict` if it waits, or the webhook is off */
    replay(actor: Actor, which: Which, deliveryId: string): Delivery {
      const delivery = findDelivery(actor, which, deliveryId)
      requireOn(find(actor, which))
      if (delivery.state === 'waiting') {
        throw new GalleyError(
          'conflict',
          'The delivery waits to be sent, so it need not be sent again.',
        )
      }
      deliveries.again(delivery.id, now())
      send()
      return findDelivery(actor, which, deliveryId)
    },
  }
}

type Find = (actor: Actor, which: Which) => Webhook

function createEditing(dependencies: WebhooksDependencies, find: Find) {
  const { records, access, vault, outgoing, texts, send, now, newId, note } = dependencies
  const { webhooks } = records
  return {
    /** @throws GalleyError `validation_failed` for an address that may not be reached; `conflict` for one too many */
    async create(actor: Actor, siteId: string, input: WebhookInput): Promise<MadeWebhook> {
      access.onSite(actor, siteId, 'webhooks.manage')
      await requireReachable(outgoing, input.url)
      // What was done before is not told to a new one.
      await texts.look(siteId)
      if (webhooks.listOfSite(siteId).length >= MAX_WEBHOOKS) {
        throw new GalleyError(
          'conflict',
          `The site has ${MAX_WEBHOOKS} webhooks, which is the limit: delete one that is no longer used.`,
        )
      }
      const at = now()
      const made = { offReason: null, formerUntil: null, deliveredAt: null, missed: 0 }
      const webhook: Webhook = {
        ...input,
        ...made,
        id: newId(),
        siteId,
        createdAt: at,
        updatedAt: at,
      }
      const secret = newWebhookSecret()
      records.together(() => {
        webhooks.create({ ...webhook, secret: vault.seal(secret) })
        texts.placed(siteId)
      })
      note({ webhookId: webhook.id, siteId, ...byOf(actor) }, 'a webhook was made')
      return { webhook, secret }
    },

    /** Changes what is given. Switched on again, it gets what still waits. @throws GalleyError like `create` */
    async update(actor: Actor, which: Which, input: Partial<WebhookInput>): Promise<Webhook> {
      const before = find(actor, which)
      if (input.url !== undefined && input.url !== before.url) {
        await requireReachable(outgoing, input.url)
      }
      await texts.look(before.siteId)
      const current = find(actor, which)
      const isOn = input.isActive === true
      const after = { ...current, ...input, ...(isOn && { offReason: null }), updatedAt: now() }
      records.together(() => {
        webhooks.update(after)
        texts.placed(before.siteId)
      })
      send()
      return after
    },

    /** Gives it another secret. Requests are signed with the former one, too, for a day. */
    rotate(actor: Actor, which: Which): MadeWebhook {
      const { id, siteId } = find(actor, which)
      const secret = newWebhookSecret()
      webhooks.rotate(id, {
        secret: vault.seal(secret),
        formerUntil: now() + FORMER_SECRET_HOURS * HOUR_MS,
      })
      note({ webhookId: id, siteId, ...byOf(actor) }, 'the secret of a webhook was rotated')
      return { webhook: find(actor, which), secret }
    },
  }
}

function findWebhook(
  { records, access }: Pick<WebhooksDependencies, 'records' | 'access'>,
  actor: Actor,
  { siteId, id }: Which,
): Webhook {
  access.onSite(actor, siteId, 'webhooks.manage')
  const found = records.webhooks.find(id)
  if (found?.siteId !== siteId) throw notFound('webhook')
  return found
}

function requireOn(webhook: Webhook): Webhook {
  if (webhook.isActive) return webhook
  throw new GalleyError('conflict', 'The webhook is off: switch it on first.')
}

function tooManyWait(): GalleyError {
  return new GalleyError(
    'conflict',
    `${MAX_DELIVERIES_WAITING} deliveries wait for the webhook, which is the limit: mend what keeps them from arriving.`,
  )
}

/** @throws GalleyError `validation_failed` if the server may not connect there. A host that is not found may come. */
async function requireReachable(outgoing: Outgoing, url: string): Promise<void> {
  try {
    await resolveAllowed(outgoing, new URL(url).hostname.replace(/^\[|\]$/g, ''))
  } catch (error) {
    if (error instanceof DeployError && error.code === 'address_refused') {
      throw invalid('url', `leads where the server may not go: ${error.message}`)
    }
  }
}
