/** The event stream of a site. @see src/http/README.md (Events) */

import type { SiteEvents } from '../../service/events/site-events.js'
import { eventStream, STREAM_HEADERS } from '../event-stream.js'
import { param, route, type Route } from '../route.js'
import {
  eventSchemas,
  presenceInput,
  presenceJson,
  presenceSchema,
  siteEventText,
} from '../wire/event.js'

const STREAM = 'text/event-stream'

export function eventsRoutes(events: SiteEvents): Route[] {
  return [
    route({
      method: 'get',
      path: '/v2/sites/:site_id/events',
      operation: 'followSite',
      summary: 'Stream what happens on a site (server-sent events)',
      description:
        'A stream without end: commits (`change`), jobs (`job`), the served release ' +
        '(`release`, for publishers and admins), who has what open (`presence`), and that ' +
        'you have a new notification (`notification`). `ready` comes ' +
        'first. `Last-Event-ID` resumes; if that is not possible, `reset` says to reload everything.',
      tag: 'Events',
      access: 'key',
      headers: ['Last-Event-ID'],
      replies: {
        200: { description: 'An endless stream of events', type: STREAM, events: eventSchemas },
      },
      run: async (request) => {
        const stream = events.follow(request.actor, param(request, 'site_id'), {
          place: request.header('Last-Event-ID'),
          signal: request.signal,
        })
        return {
          status: 200,
          type: STREAM,
          headers: STREAM_HEADERS,
          body: eventStream(stream, siteEventText),
        }
      },
    }),
    route({
      method: 'post',
      path: '/v2/sites/:site_id/presence',
      operation: 'setPresence',
      summary: 'Say which document or page you have open, for a minute',
      description:
        'Others who may see it get an event. It expires after a minute, so repeat the request ' +
        'while it is open. Only the latest request counts.',
      tag: 'Events',
      access: 'key',
      json: presenceInput,
      replies: { 200: { description: 'Who has it open', schema: presenceSchema } },
      run: async (request) => {
        const { document_id: documentId } = request.body
        const view = events.present(request.actor, param(request, 'site_id'), documentId)
        return { status: 200, body: presenceJson(view) }
      },
    }),
  ]
}
