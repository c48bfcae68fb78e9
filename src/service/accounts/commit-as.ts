/**
 * Commits for a user. A write may wait for others: once it has the site's lock, the actor must still have the rights
 * with which it was permitted.
 */

import { GalleyError, notFound } from '../../errors.js'
import type { Snapshot } from '../../git/objects/snapshot.js'
import type { Actor } from '../../model/user.js'
import type { Advance, Advanced, Edits } from '../branch/advance.js'
import { authorOf } from '../branch/authors.js'
import type { Access, SiteAccess } from './access.js'

/** Who changes a site, and with which role. */
export interface By extends SiteAccess {
  readonly actor: Actor
}

interface CommitParts {
  readonly access: Pick<Access, 'renew' | 'roleOn'>
  readonly advance: Pick<Advance, 'advance'>
}

/**
 * Moves `main` by one commit of a user.
 *
 * @param edit computes the changes with the site's lock held; its actor has the rights of that moment
 * @throws GalleyError like {@link stillBy}, and those of `Advance.advance`
 */
export function commitAs(
  { access, advance }: CommitParts,
  by: By,
  edit: (snapshot: Snapshot, actor: Actor) => Promise<Edits>,
): Promise<Advanced> {
  return advance.advance(by.site.id, {
    author: authorOf(by.actor),
    requestId: requestIdOf(by.actor),
    edit: async (snapshot) => edit(snapshot, stillBy(access, by)),
  })
}

/**
 * The actor with current rights, after a wait.
 *
 * @throws GalleyError `unauthorized` if the user, key or session is gone, `not_found` if the role was taken away,
 *   `forbidden` if it is another one
 */
export function stillBy(access: CommitParts['access'], { actor, site, role }: By): Actor {
  const current = access.renew(actor)
  const now = access.roleOn(current, site.id)
  if (now === role) return current
  if (now === null) throw notFound('site')
  throw new GalleyError(
    'forbidden',
    'Your role on the site changed while the request waited; nothing was changed.',
  )
}

export function requestIdOf(actor: Actor): string | undefined {
  return actor.kind === 'user' ? actor.requestId : undefined
}
