/** Who has which document or page open, as browsers say it now and then; kept for a minute, in memory. */

import { MAX_PRESENT } from '../../model/limits.js'

/** Kept so long after it was said. */
const PRESENT_MS = 60_000
/** How often is looked for those who have left without a word. */
const SWEEP_MS = 5000

interface Present {
  readonly documentId: string
  readonly until: number
}

export interface Presence {
  /** What a user has open on a site from now on, for a minute; null for nothing. */
  say(siteId: string, userId: string, documentId: string | null): void
  /** Ids of the users who have it open, those who came first in front. */
  usersAt(siteId: string, documentId: string): readonly string[]
  /** What somebody has open on a site, each once. */
  openOn(siteId: string): readonly string[]
  /** Forgets those whose minute is over. */
  sweep(): void
  close(): void
}

interface PresenceOptions {
  readonly now: () => number
  /** Told when those who have something open are others than before. */
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
    // Nobody is refused his work: who is one too many is not shown to others.
    if (!users.has(userId) && users.size >= MAX_PRESENT) return
    sites.set(siteId, users.set(userId, { documentId, until: now() + PRESENT_MS }))
    timer ??= setInterval(sweep, SWEEP_MS).unref()
  }
  const present = (siteId: string) =>
    [...(sites.get(siteId) ?? [])].filter(([, { until }]) => until > now())
  return {
    sweep,
    close: stopTimer,
    say(siteId, userId, documentId) {
      const before = sites.get(siteId)?.get(userId)
      if (before && before.documentId !== documentId) leave(siteId, userId, before)
      if (documentId === null) return
      come(siteId, userId, documentId)
      if (before?.documentId !== documentId) changed(siteId, documentId)
    },
    usersAt: (siteId, documentId) =>
      present(siteId).flatMap(([id, one]) => (one.documentId === documentId ? [id] : [])),
    openOn: (siteId) => [...new Set(present(siteId).map(([, { documentId }]) => documentId))],
  }
}
