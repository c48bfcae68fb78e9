/** Keeps a site from being changed while it moves to another server, and when it has moved. @see src/cli/README.md (One site: bring it back, or move it to another server) */

import { GalleyError } from '../../errors.js'
import { inSet } from '../../model/change-set.js'
import type { Actor } from '../../model/user.js'
import type { Records } from '../../store/records/records.js'
import { byOf, type Access } from '../accounts/access.js'
import type { Locks } from '../branch/locks.js'
import type { ReadOnly, ReadOnlyState } from '../branch/read-only.js'

interface MovingNeeds {
  readonly access: Access
  readonly readOnly: ReadOnly
  readonly locks: Locks
  readonly records: Pick<Records, 'changeSets'>
  readonly now: () => number
  readonly note: (fields: object, message: string) => void
}

export type Moving = ReturnType<typeof createMoving>

export function createMoving({ access, readOnly, locks, records, now, note }: MovingNeeds) {
  /** Resolves when no write is running that began before. */
  const settled = async (siteId: string): Promise<void> => {
    const sets = records.changeSets.list(siteId).map(({ id }) => inSet(siteId, id))
    await Promise.all([siteId, ...sets].map((key) => locks.run(key, () => Promise.resolve())))
  }
  // As for a deletion: what ends a site, and what brings it back to work, must go.
  const requireAdmin = (actor: Actor, siteId: string) => access.onSite(actor, siteId, 'site.delete')
  return {
    /** Null if it may be changed. */
    state(actor: Actor, siteId: string): ReadOnlyState | null {
      access.onSite(actor, siteId, 'site.read')
      return readOnly.find(siteId)
    },

    /**
     * Nothing that was acknowledged is written after it resolves.
     *
     * @throws GalleyError `conflict` if it has moved: after that time, both servers would change it
     */
    async begin(actor: Actor, siteId: string, seconds: number): Promise<ReadOnlyState> {
      requireAdmin(actor, siteId)
      const movedTo = readOnly.find(siteId)?.movedTo ?? null
      if (movedTo !== null) {
        const message = `The site has moved to ${movedTo} already: to move it from here again, end that first.`
        throw new GalleyError('conflict', message)
      }
      const state = { until: now() + seconds * 1000, movedTo: null }
      readOnly.put(siteId, state)
      await settled(siteId)
      note({ siteId, seconds, ...byOf(actor) }, 'a site is read-only while it moves')
      return state
    },

    /**
     * Keeps it read-only for good.
     *
     * @param movedTo URL of the server that has it now
     * @throws GalleyError `conflict` if it is not read-only: somebody may have changed it since it was copied
     */
    handOver(actor: Actor, siteId: string, movedTo: string): ReadOnlyState {
      requireAdmin(actor, siteId)
      if (readOnly.find(siteId) === null) {
        const message =
          'The site can be changed, so the other server may lack something: make it read-only, and move it again.'
        throw new GalleyError('conflict', message)
      }
      const state = { until: null, movedTo }
      readOnly.put(siteId, state)
      note({ siteId, movedTo, ...byOf(actor) }, 'a site has moved to another server')
      return state
    },

    end(actor: Actor, siteId: string): void {
      requireAdmin(actor, siteId)
      readOnly.end(siteId)
      note({ siteId, ...byOf(actor) }, 'a site can be changed again')
    },
  }
}
