/**
 * Which sites can be used now. A site is *pending* after a start until its index matches `main`, and *blocked* if the
 * history of its `main` was refused (`history-guard.ts`), or its index can't be made (`set-aside.ts`). Requests for such a site get `unavailable`; other sites
 * are not affected. In memory only.
 */

import { GalleyError } from '../../errors.js'

export interface Readiness {
  /** These sites are waiting to be indexed. */
  markPending(siteIds: readonly string[]): void
  /** The site was indexed, or that failed: nobody needs to wait any longer. */
  endPending(siteId: string): void
  /** The number of sites that are waiting. */
  pending(): number
  /** The site cannot be used until somebody repairs it; `require` then throws this error. */
  block(siteId: string, reason: GalleyError, options?: { readonly isMendable: boolean }): void
  unblock(siteId: string): void
  /** @throws GalleyError `unavailable` for a pending or blocked site */
  require(siteId: string): void
  /** As `require`, but lets through what can mend a blocked site, if a push can. */
  requireRepository(siteId: string): void
  /** Resolves when the site is no longer pending; it may be blocked then. */
  whenSettled(siteId: string): Promise<void>
}

/** Seconds; tells clients when to try again. */
const RETRY_AFTER = 2

export function createReadiness(): Readiness {
  const pending = new Map<string, { readonly ended: Promise<void>; end(): void }>()
  const blocked = new Map<string, { readonly reason: GalleyError; readonly isMendable: boolean }>()
  const requireUnless = (siteId: string, isRepair: boolean) => {
    const found = blocked.get(siteId)
    if (found && !(isRepair && found.isMendable)) throw found.reason
    if (!pending.has(siteId)) return
    const message = 'The server has just started and is still indexing this site; try again.'
    throw new GalleyError('unavailable', message, { retryAfter: RETRY_AFTER })
  }
  return {
    markPending(siteIds) {
      for (const siteId of siteIds.filter((id) => !pending.has(id))) {
        let end = (): void => undefined
        const ended = new Promise<void>((resolve) => (end = resolve))
        pending.set(siteId, { ended, end })
      }
    },
    endPending(siteId) {
      pending.get(siteId)?.end()
      pending.delete(siteId)
    },
    pending: () => pending.size,
    block: (siteId, reason, { isMendable } = { isMendable: false }) =>
      void blocked.set(siteId, { reason, isMendable }),
    unblock: (siteId) => void blocked.delete(siteId),
    require: (siteId) => requireUnless(siteId, false),
    requireRepository: (siteId) => requireUnless(siteId, true),
    whenSettled: async (siteId) => pending.get(siteId)?.ended,
  }
}
