/**
 * Reads the version that a change is based on: `If-Match`, else `sha` in the body. @see src/http/README.md
 * (Conventions)
 */

import { requireVersion } from '../service/content/preconditions.js'
import type { Precondition } from '../service/branch/views.js'
import { parseStrongTags, parseTags } from './middleware/conditional.js'
import type { RawRequest } from './route.js'

export function preconditionOf(request: Pick<RawRequest, 'header'>, sha?: string): Precondition {
  const [ifMatch, ifNoneMatch] = [request.header('If-Match'), request.header('If-None-Match')]
  return {
    ifMatch: ifMatch === '' ? null : parseStrongTags(ifMatch),
    ifNoneMatch: ifNoneMatch === '' ? null : parseTags(ifNoneMatch),
    sha: sha ?? null,
  }
}

/**
 * For resources without a blob id (sites, collections).
 *
 * @param versionOf the part of a tag that must match, if not all of it
 * @throws GalleyError `precondition_failed`
 */
export function requireMatch(
  request: Pick<RawRequest, 'header'>,
  etag: string,
  versionOf: (tag: string) => string = (tag) => tag,
): void {
  const { ifMatch, ifNoneMatch, sha } = preconditionOf(request)
  const versions = (tags: readonly string[] | null) => tags?.map(versionOf) ?? null
  const basis = { ifMatch: versions(ifMatch), ifNoneMatch: versions(ifNoneMatch), sha }
  requireVersion(versionOf(etag), basis)
}
