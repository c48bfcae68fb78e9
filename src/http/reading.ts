/** Marks who only reads: sites that move to another server can still be read. */

import type { Actor } from '../model/user.js'

/** The caller of a route with this method, in any case. */
export function readingBy(actor: Actor, method: string): Actor {
  if (actor.kind === 'server') return actor
  return { ...actor, isReading: /^(?:get|head)$/i.test(method) }
}
