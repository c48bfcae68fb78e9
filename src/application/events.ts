/** Creates the event streams of sites: their logs, the feed into them, and who is present. */

import { createFeed } from '../service/events/feed.js'
import type { LoggedSiteEvent } from '../service/events/logged-event.js'
import { createPresence } from '../service/events/presence.js'
import { createSiteLogs } from '../service/events/site-log.js'
import type { Resources } from './resources.js'

export function createEvents({ now, newId }: Pick<Resources, 'now' | 'newId'>) {
  const logs = createSiteLogs<LoggedSiteEvent>({ now, newId })
  const feed = createFeed(logs)
  const presence = createPresence({
    now,
    changed: (siteId, documentId) => feed.present(siteId, documentId),
  })
  return {
    logs,
    feed,
    presence,
    /** Ends every stream. */
    close: () => {
      logs.close()
      presence.close()
    },
  }
}

export type EventParts = ReturnType<typeof createEvents>
