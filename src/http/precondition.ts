/** What a change starts from: `If-Match`, else the `sha` in its body. @see decisions.md §1 */

import { GalleyError } from '../errors.js'
import type { Precondition } from '../service/views.js'
import { parseTags } from './middleware/conditional.js'
import type { RawRequest } from './route.js'

export function preconditionOf(request: Pick<RawRequest, 'header'>, sha?: string): Precondition {
  const header = request.header('If-Match')
  return { ifMatch: header === '' ? null : parseTags(header), sha: sha ?? null }
}

/**
 * For representations whose version is their content (sites, collections).
 *
 * @throws GalleyError `precondition_failed`
 */
export function requireMatch(request: Pick<RawRequest, 'header'>, etag: string): void {
  const { ifMatch } = preconditionOf(request)
  if (ifMatch === null || ifMatch.includes('*') || ifMatch.includes(etag)) return
  throw new GalleyError('precondition_failed', 'It has changed since the version of If-Match.', {
    currentSha: etag,
  })
}
