/**
 * Which sites can be worked with: one whose index is not yet where `main` is after a start, or whose
 * history was refused, keeps those waiting who ask for it, and nobody else.
 */

import { GalleyError } from '../../errors.js'

export interface Readiness {
  /** These sites are read in from now on. */
  expect(siteIds: readonly string[]): void
  /** A site was read in, or can't be: nobody need wait for it any longer. */
  settle(siteId: string): void
  /** A site can't be worked with until somebody has mended it; the error says why. */
  block(siteId: string, reason: GalleyError): void
  unblock(siteId: string): void
  /** @throws GalleyError `unavailable` for a site that can't be worked with now */
  require(siteId: string): void
  /** Resolves when a site is not read in any more, however that ended. */
  settled(siteId: string): Promise<void>
}

/** Seconds after which asking again makes sense. */
const RETRY_AFTER = 2

export function createReadiness(): Readiness {
  const pending = new Map<string, { readonly ended: Promise<void>; end(): void }>()
  const blocked = new Map<string, GalleyError>()
  return {
    expect(siteIds) {
      for (const siteId of siteIds.filter((id) => !pending.has(id))) {
        let end = (): void => undefined
        const ended = new Promise<void>((resolve) => (end = resolve))
        pending.set(siteId, { ended, end })
      }
    },
    settle(siteId) {
      pending.get(siteId)?.end()
      pending.delete(siteId)
    },
    block: (siteId, reason) => void blocked.set(siteId, reason),
    unblock: (siteId) => void blocked.delete(siteId),
    require(siteId) {
      const reason = blocked.get(siteId)
      if (reason) throw reason
      if (!pending.has(siteId)) return
      const message = 'The server has just started and is still indexing this site; try again.'
      throw new GalleyError('unavailable', message, { retryAfter: RETRY_AFTER })
    },
    settled: async (siteId) => pending.get(siteId)?.ended,
  }
}
