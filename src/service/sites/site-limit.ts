/** Limits how many sites a user owns: each takes disk space, up to the limit of a site. */

import { GalleyError } from '../../errors.js'
import { maxSitesOf, type Actor, type SiteMaking } from '../../model/user.js'
import type { Records } from '../../store/records/records.js'

interface SiteLimit extends SiteMaking {
  readonly records: Pick<Records, 'sites'>
}

/**
 * Checks that a user may own one more site. Server administrators may own any number.
 *
 * @throws GalleyError `forbidden` for somebody who may make no sites; `conflict`
 */
export function requireRoomForSite({ records, ...making }: SiteLimit, actor: Actor): void {
  if (actor.kind !== 'user') return
  const most = maxSitesOf(actor.user, making)
  if (most === 0) {
    throw new GalleyError(
      'forbidden',
      'You may make no sites on this server: ask its administrator for one.',
    )
  }
  const owned = records.sites.countOwned(actor.user.id)
  if (owned < most) return
  const whose = actor.user.maxSites === null ? 'a user may own' : 'you may own'
  const setting = actor.user.maxSites === null ? 'sites_per_user' : 'max_sites'
  const message = `You own ${owned} sites, and ${whose} ${most} (${setting}): delete one, or ask the administrator of the server.`
  throw new GalleyError('conflict', message, { limit: message })
}
