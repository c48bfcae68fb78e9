/** Checks `If-Match` and `If-None-Match` against the current version. @see src/http/README.md (Conventions) */

import { GalleyError } from '../../errors.js'
import type { Precondition } from '../branch/views.js'

/**
 * @param oid id of the current version, null for none
 * @throws GalleyError `precondition_failed`
 */
export function requireVersion(
  oid: string | null,
  { ifMatch, ifNoneMatch }: Pick<Precondition, 'ifMatch' | 'ifNoneMatch'>,
): void {
  if (ifMatch !== null && !names(ifMatch, oid)) {
    throw failed('It has changed since the version in If-Match.', oid)
  }
  if (ifNoneMatch !== null && names(ifNoneMatch, oid)) {
    throw failed('If-None-Match excludes this: it already exists.', oid)
  }
}

function names(tags: readonly string[], oid: string | null): boolean {
  return oid !== null && (tags.includes('*') || tags.includes(oid))
}

function failed(message: string, oid: string | null): GalleyError {
  const options = oid === null ? {} : { currentSha: oid }
  return new GalleyError('precondition_failed', message, options)
}
