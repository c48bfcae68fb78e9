/** Webhooks of a site, for its admins. @see src/http/README.md (Webhooks) */

import { z } from 'zod'
import { MAX_DELIVERIES_KEPT, MAX_WEBHOOKS } from '../../model/webhook.js'
import type { Webhooks } from '../../service/notices/webhooks.js'
import { pageQuery, pageReply, windowOf } from '../pagination.js'
import { param, route, type RawRequest, type Route } from '../route.js'
import { deletedJson, deletedSchema } from '../wire/common.js'
import {
  createWebhookInput,
  deliveryJson,
  deliverySchema,
  madeWebhookJson,
  madeWebhookSchema,
  ROTATED,
  updateWebhookInput,
  webhookJson,
  webhookSchema,
  wholeDeliveryJson,
  wholeDeliverySchema,
} from '../wire/webhook.js'

export function webhooksRoutes(webhooks: Webhooks, publicUrl: string): Route[] {
  return [
    ...listRoutes(webhooks, publicUrl),
    ...oneRoutes(webhooks),
    ...actionRoutes(webhooks),
    ...deliveryRoutes(webhooks, publicUrl),
  ]
}

const SHARED = { tag: 'Webhooks', access: 'key' } as const
const LIST = '/v2/sites/:site_id/webhooks'
const ONE = `${LIST}/:webhook_id`
const WEBHOOK = { description: 'The webhook', schema: webhookSchema }
const DELIVERY_PATH = '/v2/sites/{site_id}/webhooks/{webhook_id}/deliveries/{id}'
const STARTED = {
  description: 'What is being sent',
  schema: deliverySchema,
  location: DELIVERY_PATH,
}

function which(request: Pick<RawRequest, 'params'>) {
  return { siteId: param(request, 'site_id'), id: param(request, 'webhook_id') }
}

function listRoutes(webhooks: Webhooks, publicUrl: string): Route[] {
  return [
    route({
      ...SHARED,
      method: 'get',
      path: LIST,
      operation: 'listWebhooks',
      summary: 'List the webhooks of a site',
      description: 'Oldest first. For admins of the site.',
      query: pageQuery,
      replies: { 200: { description: 'A page of webhooks', schema: z.array(webhookSchema) } },
      run: async (request) => {
        const page = webhooks.list(request.actor, param(request, 'site_id'), windowOf(request))
        return pageReply(page.rows.map(webhookJson), { request, publicUrl, page })
      },
    }),
    route({
      ...SHARED,
      method: 'post',
      path: LIST,
      operation: 'createWebhook',
      summary: 'Make a webhook',
      description:
        'Events are sent to its URL from now on. Requests are signed as Standard Webhooks has it; the answer is the only ' +
        `one that shows the secret. For admins of the site; up to ${MAX_WEBHOOKS} for each site (409).`,
      errors: ['conflict'],
      json: createWebhookInput,
      replies: {
        201: {
          description: 'The webhook, with its secret',
          schema: madeWebhookSchema,
          location: '/v2/sites/{site_id}/webhooks/{id}',
        },
      },
      run: async (request) => {
        const { active: isActive, ...body } = request.body
        const input = { ...body, isActive }
        const made = await webhooks.create(request.actor, param(request, 'site_id'), input)
        return { status: 201, body: madeWebhookJson(made) }
      },
    }),
  ]
}

function oneRoutes(webhooks: Webhooks): Route[] {
  const one = { ...SHARED, path: ONE } as const
  return [
    route({
      ...one,
      method: 'get',
      operation: 'getWebhook',
      summary: 'A webhook',
      description: 'For admins of the site.',
      replies: { 200: WEBHOOK },
      run: async (request) => {
        return { status: 200, body: webhookJson(webhooks.get(request.actor, which(request))) }
      },
    }),
    route({
      ...one,
      method: 'put',
      operation: 'updateWebhook',
      summary: 'Change a webhook, switch it on or off',
      description: 'For admins of the site. Switched on again, it gets what still waits for it.',
      json: updateWebhookInput,
      replies: { 200: WEBHOOK },
      run: async (request) => {
        const { active, name, url, events } = request.body
        const given = {
          ...(name !== undefined && { name }),
          ...(url !== undefined && { url }),
          ...(events !== undefined && { events }),
          ...(active !== undefined && { isActive: active }),
        }
        const changed = await webhooks.update(request.actor, which(request), given)
        return { status: 200, body: webhookJson(changed) }
      },
    }),
    route({
      ...one,
      method: 'delete',
      operation: 'deleteWebhook',
      summary: 'Delete a webhook, with its deliveries',
      description: 'For admins of the site. What waits is not sent any more.',
      replies: { 200: { description: 'Deleted', schema: deletedSchema } },
      run: async (request) => {
        webhooks.delete(request.actor, which(request))
        return { status: 200, body: deletedJson(param(request, 'webhook_id')) }
      },
    }),
  ]
}

function actionRoutes(webhooks: Webhooks): Route[] {
  return [
    route({
      ...SHARED,
      method: 'post',
      path: `${ONE}/rotate`,
      operation: 'rotateWebhook',
      summary: 'Replace the secret of a webhook',
      description: `${ROTATED} For admins of the site.`,
      replies: { 200: { description: 'The webhook, with its secret', schema: madeWebhookSchema } },
      run: async (request) => {
        const made = webhooks.rotate(request.actor, which(request))
        return { status: 200, body: madeWebhookJson(made) }
      },
    }),
    route({
      ...SHARED,
      method: 'post',
      path: `${ONE}/test`,
      operation: 'testWebhook',
      summary: 'Send a test to a webhook',
      description:
        'For admins of the site. The delivery says what came of it. 409 if it is off, or too much waits for it.',
      errors: ['conflict'],
      replies: { 202: STARTED },
      run: async (request) => {
        const sent = webhooks.test(request.actor, which(request))
        return { status: 202, body: deliveryJson(sent) }
      },
    }),
  ]
}

function deliveryRoutes(webhooks: Webhooks, publicUrl: string): Route[] {
  return [
    route({
      ...SHARED,
      method: 'get',
      path: `${ONE}/deliveries`,
      operation: 'listWebhookDeliveries',
      summary: 'List what was sent to a webhook, and what waits',
      description: `Newest first; ${MAX_DELIVERIES_KEPT} that are over are kept. For admins of the site.`,
      query: pageQuery,
      replies: { 200: { description: 'A page of deliveries', schema: z.array(deliverySchema) } },
      run: async (request) => {
        const page = webhooks.deliveries(request.actor, which(request), windowOf(request))
        return pageReply(page.rows.map(deliveryJson), { request, publicUrl, page })
      },
    }),
    route({
      ...SHARED,
      method: 'get',
      path: `${ONE}/deliveries/:delivery_id`,
      operation: 'getWebhookDelivery',
      summary: 'A delivery, with what was sent and answered',
      description: 'For admins of the site.',
      replies: { 200: { description: 'The delivery', schema: wholeDeliverySchema } },
      run: async (request) => {
        const id = param(request, 'delivery_id')
        const found = webhooks.delivery(request.actor, which(request), id)
        return { status: 200, body: wholeDeliveryJson(found) }
      },
    }),
    route({
      ...SHARED,
      method: 'post',
      path: `${ONE}/deliveries/:delivery_id/replay`,
      operation: 'replayWebhookDelivery',
      summary: 'Send a delivery again',
      description: 'With the same body and `webhook-id`. For admins of the site.',
      errors: ['conflict'],
      replies: { 202: STARTED },
      run: async (request) => {
        const id = param(request, 'delivery_id')
        const sent = webhooks.replay(request.actor, which(request), id)
        return { status: 202, body: deliveryJson(sent) }
      },
    }),
  ]
}
