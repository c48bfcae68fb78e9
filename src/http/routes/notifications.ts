/** Notifications of the caller. @see src/http/README.md (Notifications) */

import { z } from 'zod'
import { MAX_NOTIFICATIONS } from '../../model/notification.js'
import type { Notifications } from '../../service/notices/notifications.js'
import { pageQuery, pageReply, windowOf } from '../pagination.js'
import { param, route, type Route } from '../route.js'
import {
  choicesInput,
  choicesSchema,
  notificationJson,
  notificationQuery,
  notificationSchema,
  readAllSchema,
} from '../wire/notification.js'

const SHARED = { tag: 'Notifications', access: 'key' } as const
const PATH = '/v2/notifications'
const CHOICES = { description: 'What you get', schema: choicesSchema }

export function notificationsRoutes(notifications: Notifications, publicUrl: string): Route[] {
  return [
    route({
      ...SHARED,
      method: 'get',
      path: PATH,
      operation: 'listNotifications',
      summary: 'List your notifications',
      description:
        'Newest first, of the sites that you may see. With `unread`, `X-Total-Count` says how many you have not read. Up to ' +
        `${MAX_NOTIFICATIONS} are kept. No token may list them.`,
      query: pageQuery.extend(notificationQuery),
      replies: {
        200: { description: 'A page of notifications', schema: z.array(notificationSchema) },
      },
      run: async (request) => {
        const { actor, query } = request
        const page = notifications.list(actor, query.unread === true, windowOf(request))
        return pageReply(page.rows.map(notificationJson), { request, publicUrl, page })
      },
    }),
    route({
      ...SHARED,
      method: 'post',
      path: `${PATH}/read`,
      operation: 'readNotifications',
      summary: 'Mark all your notifications as read',
      description: 'No token may do this.',
      replies: { 200: { description: 'All are read', schema: readAllSchema } },
      run: async ({ actor }) => ({ status: 200, body: { read: notifications.readAll(actor) } }),
    }),
    ...choicesRoutes(notifications),
    route({
      ...SHARED,
      method: 'post',
      path: `${PATH}/:notification_id/read`,
      operation: 'readNotification',
      summary: 'Mark a notification as read',
      description: 'No token may do this.',
      replies: { 200: { description: 'The notification', schema: notificationSchema } },
      run: async (request) => {
        const one = notifications.read(request.actor, param(request, 'notification_id'))
        return { status: 200, body: notificationJson(one) }
      },
    }),
  ]
}

function choicesRoutes(notifications: Notifications): Route[] {
  const choices = { ...SHARED, path: `${PATH}/choices` } as const
  return [
    route({
      ...choices,
      method: 'get',
      operation: 'getNotificationChoices',
      summary: 'Which kinds of notifications you get',
      description: 'All, unless you have chosen. No token may read it.',
      replies: { 200: CHOICES },
      run: async ({ actor }) => ({ status: 200, body: notifications.choices(actor) }),
    }),
    route({
      ...choices,
      method: 'put',
      operation: 'updateNotificationChoices',
      summary: 'Choose which kinds of notifications you get',
      description: 'No token may do this.',
      json: choicesInput,
      replies: { 200: CHOICES },
      run: async ({ actor, body }) => ({ status: 200, body: notifications.choose(actor, body) }),
    }),
  ]
}
