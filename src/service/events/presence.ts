/** Who has which document or page open. Browsers report it again and again; a report counts for a minute. In memory only. */

import { MAX_PRESENT } from '../../model/limits.js'

/** How long a report counts. */
const PRESENT_MS = 60_000
/** How often expired reports are removed. */
const SWEEP_MS = 5000

interface Present {
  readonly documentId: string
  readonly until: number
}

export interface Presence {
  /** The document that a user has open on a site now; null for none. */
  report(siteId: string, userId: string, documentId: string | null): void
  /** Ids of the users who have the document open, in the order in which they came. */
  usersOn(siteId: string, documentId: string): readonly string[]
  /** Ids of the documents of a site that anybody has open. */
  openDocuments(siteId: string): readonly string[]
  /** Removes expired reports. */
  sweep(): void
  close(): void
}

interface PresenceOptions {
  readonly now: () => number
  /** Called when the users who have a document open have changed. */
  readonly changed: (siteId: string, documentId: string) => void
}

export function createPresence({ now, changed }: PresenceOptions): Presence {
  const sites = new Map<string, Map<string, Present>>()
  let timer: NodeJS.Timeout | null = null
  const stopTimer = () => {
    if (timer) clearInterval(timer)
    timer = null
  }
  const leave = (siteId: string, userId: string, present: Present) => {
    const users = sites.get(siteId)
    users?.delete(userId)
    if (users?.size === 0) sites.delete(siteId)
    changed(siteId, present.documentId)
  }
  const sweep = () => {
    for (const [siteId, users] of sites) {
      for (const [userId, present] of users) {
        if (present.until <= now()) leave(siteId, userId, present)
      }
    }
    if (sites.size === 0) stopTimer()
  }
  const come = (siteId: string, userId: string, documentId: string) => {
    const users = sites.get(siteId) ?? new Map<string, Present>()
    // Beyond the limit a user can still work, but is not shown to others.
    if (!users.has(userId) && users.size >= MAX_PRESENT) return
    sites.set(siteId, users.set(userId, { documentId, until: now() + PRESENT_MS }))
    timer ??= setInterval(sweep, SWEEP_MS).unref()
  }
  const present = (siteId: string) =>
    [...(sites.get(siteId) ?? [])].filter(([, { until }]) => until > now())
  return {
    sweep,
    close: stopTimer,
    report(siteId, userId, documentId) {
      const before = sites.get(siteId)?.get(userId)
      if (before && before.documentId !== documentId) leave(siteId, userId, before)
      if (documentId === null) return
      come(siteId, userId, documentId)
      if (before?.documentId !== documentId) changed(siteId, documentId)
    },
    usersOn: (siteId, documentId) =>
      present(siteId).flatMap(([id, one]) => (one.documentId === documentId ? [id] : [])),
    openDocuments: (siteId) => [
      ...new Set(present(siteId).map(([, { documentId }]) => documentId)),
    ],
  }
}
