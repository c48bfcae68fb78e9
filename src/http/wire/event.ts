/** Events of a site as server-sent events, and who has which document open. @see src/http/README.md (Events) */

import { z } from 'zod'
import { RELEASE_KINDS } from '../../model/release.js'
import { fullname } from '../../model/user.js'
import type { PlacedEvent, PresenceView, SiteEvent } from '../../service/events/site-events.js'
import { field, idSchema, named } from './common.js'
import { jobJson, jobSchema } from './job.js'

const documentId = field(idSchema.nullable(), 'The document or page; null for none.')

export const presenceInput = named(
  'SetPresence',
  'What you have open.',
  z.object({ document_id: documentId }),
)

export const presenceSchema = named(
  'Presence',
  'Who has a document or page open; data of the event `presence`.',
  z.object({
    document_id: documentId,
    users: field(
      z.array(z.object({ id: idSchema, fullname: z.string() })),
      'In the order in which they opened it.',
      [{ id: '66f1c2b7d4b9e83f5a7c1e34', fullname: 'Ada Lovelace' }],
    ),
  }),
)

const changeSchema = named(
  'SiteChanged',
  'A commit on the site; data of the event `change`.',
  z.object({
    commit: field(z.string(), 'Full commit id.', '3f786850e387550fdab836ed7e6dc881de23001b'),
    user_id: field(idSchema, 'The user who made it.'),
    door: field(
      z.enum(['api', 'git', 'disk']),
      'How it came: by the API, by git, or as an edit on disk.',
    ),
    paths: field(
      z.array(z.string()),
      'Changed paths that you may see, at most 100, including the old names of renamed files.',
      ['_posts/2026-11-20-hello.md'],
    ),
    texts: field(
      z.array(z.object({ id: idSchema, path: z.string() })),
      'The documents and pages that are at these paths now. The ids of deleted ones: `GET ' +
        '/v2/sites/{site_id}/deleted`.',
      [{ id: '66f1c2b7d4b9e83f5a7c1e31', path: '_posts/2026-11-20-hello.md' }],
    ),
    paths_total: field(
      z.int(),
      'Number of changed paths, including those that you may not see.',
      1,
    ),
  }),
)

const releaseSchema = named(
  'Released',
  'The release that is served from now on; data of the event `release`.',
  z.object({ id: idSchema, kind: z.enum(RELEASE_KINDS) }),
)

const notificationSchema = named(
  'Notified',
  'You have a new notification, of whichever site; data of the event `notification`.',
  z.object({}),
)

const readySchema = named(
  'Ready',
  'Events from here on are new; data of the event `ready`.',
  z.object({}),
)

const resetSchema = named(
  'Reset',
  'Events were missed: reload what you show. Data of the event `reset`.',
  z.object({}),
)

/** The data of each event, by its name. */
export const eventSchemas = {
  change: changeSchema,
  job: jobSchema,
  release: releaseSchema,
  presence: presenceSchema,
  notification: notificationSchema,
  ready: readySchema,
  reset: resetSchema,
} as const

export function presenceJson({ documentId, users }: PresenceView): z.output<typeof presenceSchema> {
  return {
    document_id: documentId,
    users: users.map((user) => ({ id: user.id, fullname: fullname(user) })),
  }
}

/** Formats one event. JSON contains no raw line breaks. */
export function siteEventText({ place, event }: PlacedEvent): string {
  return `id: ${place}\nevent: ${event.kind}\ndata: ${JSON.stringify(dataOf(event))}\n\n`
}

function dataOf(event: SiteEvent): z.output<(typeof eventSchemas)[SiteEvent['kind']]> {
  if (event.kind === 'change') {
    const { commit, userId, door, paths, texts, total } = event
    const shown = { paths: [...paths], texts: [...texts], paths_total: total }
    return { commit, user_id: userId, door, ...shown }
  }
  if (event.kind === 'job') return jobJson(event.view)
  if (event.kind === 'release') return { id: event.id, kind: event.release }
  return event.kind === 'presence' ? presenceJson(event.view) : {}
}
