/** `If-Match` against the version that stands. @see decisions.md §1 (Conditional requests) */

import { GalleyError } from '../errors.js'

/** @throws GalleyError `precondition_failed` */
export function requireVersion(oid: string | null, ifMatch: readonly string[] | null): void {
  if (ifMatch === null) return
  if (oid !== null && (ifMatch.includes('*') || ifMatch.includes(oid))) return
  throw new GalleyError('precondition_failed', 'It has changed since the version of If-Match.', {
    ...(oid !== null && { currentSha: oid }),
  })
}
