/** Limits how many sites a user owns: each takes disk space, up to the limit of a site. */

import { GalleyError } from '../../errors.js'
import type { Actor } from '../../model/user.js'
import type { Records } from '../../store/records/records.js'

interface SiteLimit {
  readonly records: Pick<Records, 'sites'>
  /** Most sites of a user; 0 for no limit. */
  readonly sitesPerUser: number
}

/**
 * Checks that a user may own one more site. Server administrators may own any number.
 *
 * @throws GalleyError `conflict`
 */
export function requireRoomForSite({ records, sitesPerUser }: SiteLimit, actor: Actor): void {
  if (sitesPerUser === 0 || actor.kind !== 'user' || actor.user.isAdmin) return
  const owned = records.sites.countOwned(actor.user.id)
  if (owned < sitesPerUser) return
  const message = `You own ${owned} sites, and a user may own ${sitesPerUser} (sites_per_user): delete one, or ask the administrator of the server.`
  throw new GalleyError('conflict', message, { limit: message })
}
