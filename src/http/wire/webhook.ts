/** Webhooks and their deliveries as JSON. @see src/http/README.md (Webhooks) */

import { z } from 'zod'
import {
  DELIVERY_STATES,
  FORMER_SECRET_HOURS,
  MAX_RESPONSE_BYTES,
  MAX_WEBHOOK_NAME,
  MAX_WEBHOOK_URL,
  TEST_EVENT,
  WEBHOOK_EVENTS,
  type Delivery,
  type Webhook,
  type WholeDelivery,
} from '../../model/webhook.js'
import type { MadeWebhook } from '../../service/notices/webhooks.js'
import { field, idSchema, named, stampSchema, textInput } from './common.js'
import { utcStamp, utcStampOrNull } from './time.js'

const events = field(
  z.array(z.enum(WEBHOOK_EVENTS)).min(1, 'must name at least one').max(WEBHOOK_EVENTS.length),
  'What it is told of: commits that change visible texts, publishes that are done or have failed, syncs that have failed ' +
    '(also by conflicts), roles.',
  ['texts.changed', 'publish.done'],
)

const webhook = z.object({
  id: idSchema,
  site_id: idSchema,
  name: field(z.string(), 'What its admins call it.', 'Search engine'),
  url: field(z.string(), 'Where requests are sent.', 'https://search.example.com/hooks/galley'),
  events,
  active: field(z.boolean(), 'False: nothing is sent, and nothing is kept for later.', true),
  off_reason: field(
    z.string().nullable(),
    'Why the server switched it off; null if it did not.',
    null,
  ),
  former_until: field(
    stampSchema.nullable(),
    'Until when requests are signed with the secret before the last rotation, too; null if there was none.',
    null,
  ),
  delivered_at: field(stampSchema.nullable(), 'When something last arrived; null for never.'),
  missed: field(z.int(), 'Events that were left out, because too many waited.', 0),
  created_at: stampSchema,
  updated_at: stampSchema,
})

export const webhookSchema = named('Webhook', 'A webhook, without its secret.', webhook)

export const madeWebhookSchema = named(
  'MadeWebhook',
  'A webhook with a new secret. It is shown this once.',
  webhook.extend({
    secret: field(
      z.string(),
      'What requests are signed with, as Standard Webhooks has it: `whsec_` and the key in base64.',
      'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oDBkX1NGJZWQk=',
    ),
  }),
)

const name = field(
  textInput(MAX_WEBHOOK_NAME).refine((text) => text.trim() !== '', 'must not be empty'),
  'What you call it.',
  'Search engine',
)

const url = field(
  textInput(MAX_WEBHOOK_URL).refine(isTarget, {
    error: 'must be an http or https URL without user name and password',
  }),
  'Where requests are sent.',
  'https://search.example.com/hooks/galley',
)

const active = field(z.boolean(), 'Whether it is on.', true)

export const createWebhookInput = named(
  'CreateWebhook',
  'A webhook to make.',
  z.object({ name, url, events: events.transform(inOrder), active: active.default(true) }),
)

export const updateWebhookInput = named(
  'UpdateWebhook',
  'What to change of a webhook.',
  z.object({
    name: name.optional(),
    url: url.optional(),
    events: events.transform(inOrder).optional(),
    active: active.optional(),
  }),
)

const delivery = z.object({
  id: field(idSchema, 'Also the `webhook-id` of its requests, however often it is sent.'),
  webhook_id: idSchema,
  site_id: idSchema,
  event: field(
    z.enum([...WEBHOOK_EVENTS, TEST_EVENT]),
    'What it tells of; the `type` in its body.',
    'texts.changed',
  ),
  state: field(z.enum(DELIVERY_STATES), '`failed`: it is not tried again.', 'delivered'),
  attempts: field(z.int(), 'How often it was sent.', 1),
  created_at: stampSchema,
  next_at: field(stampSchema.nullable(), 'When it is sent next; null if it is not.', null),
  attempted_at: field(stampSchema.nullable(), 'When it was last sent; null if it was not.'),
  status: field(z.int().nullable(), 'Status of the last answer; null for none.', 204),
  failure: field(z.string().nullable(), 'Why the last request failed; null if it did not.', null),
})

export const deliverySchema = named(
  'WebhookDelivery',
  'An event on its way to a webhook, or there.',
  delivery,
)

export const wholeDeliverySchema = named(
  'WholeWebhookDelivery',
  'A delivery with its bodies.',
  delivery.extend({
    request: field(
      z.string(),
      'The body that is sent: JSON.',
      '{"type":"test","timestamp":"2026-11-20T12:00:00.000Z","data":{}}',
    ),
    response: field(
      z.string().nullable(),
      `The last answer: the first ${MAX_RESPONSE_BYTES} bytes of its body; null if there was none.`,
      'ok',
    ),
  }),
)

/** What the description of rotations says. */
export const ROTATED = `Requests are signed with the former secret, too, for ${FORMER_SECRET_HOURS} hours.`

function inOrder(names: readonly Webhook['events'][number][]) {
  return WEBHOOK_EVENTS.filter((event) => names.includes(event))
}

function isTarget(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, username, password } = new URL(text)
  return (protocol === 'https:' || protocol === 'http:') && username === '' && password === ''
}

export function webhookJson(one: Webhook): z.output<typeof webhookSchema> {
  return {
    id: one.id,
    site_id: one.siteId,
    name: one.name,
    url: one.url,
    events: [...one.events],
    active: one.isActive,
    off_reason: one.offReason,
    former_until: utcStampOrNull(one.formerUntil),
    delivered_at: utcStampOrNull(one.deliveredAt),
    missed: one.missed,
    created_at: utcStamp(one.createdAt / 1000),
    updated_at: utcStamp(one.updatedAt / 1000),
  }
}

export function madeWebhookJson(made: MadeWebhook): z.output<typeof madeWebhookSchema> {
  return { ...webhookJson(made.webhook), secret: made.secret }
}

export function deliveryJson(one: Delivery): z.output<typeof deliverySchema> {
  return {
    id: one.id,
    webhook_id: one.webhookId,
    site_id: one.siteId,
    event: one.event,
    state: one.state,
    attempts: one.attempts,
    created_at: utcStamp(one.createdAt / 1000),
    next_at: utcStampOrNull(one.nextAt),
    attempted_at: utcStampOrNull(one.attemptedAt),
    status: one.status,
    failure: one.error,
  }
}

export function wholeDeliveryJson(one: WholeDelivery): z.output<typeof wholeDeliverySchema> {
  return { ...deliveryJson(one), request: one.request, response: one.response }
}
