/**
 * What a request that acts by a browser's cookie must show beside it: that a page of this server made
 * it. The cookie alone does not, since browsers send it by themselves.
 */

import { timingSafeEqual } from 'node:crypto'
import { GalleyError } from '../../errors.js'
import { isOwnOrigin } from './cross-origin.js'

export const CSRF_HEADER = 'X-CSRF-Token'

/** A request as far as it shows where it comes from. */
export interface Provenance {
  readonly method: string
  /** `Origin` header, empty for none. */
  readonly origin: string
  /** `Host` header. */
  readonly host: string
  readonly publicUrl: string
  /** `X-CSRF-Token` header, empty for none. */
  readonly csrfToken: string
}

/**
 * Lets reads pass, and changes that name the session's own token.
 *
 * @throws GalleyError `forbidden`
 */
export function requireOwnPage(request: Provenance, expected: string): void {
  if (request.method === 'GET' || request.method === 'HEAD') return
  requireOwnOrigin(request)
  if (isEqual(request.csrfToken, expected)) return
  const what = request.csrfToken === '' ? 'is missing' : 'is not that of the session'
  throw new GalleyError(
    'forbidden',
    `With a session cookie, a change needs the header ${CSRF_HEADER}, which ${what}. Its ` +
      'value is the csrf_token of GET /v2/session.',
  )
}

/** @throws GalleyError `forbidden` for a page of another origin */
export function requireOwnOrigin({
  origin,
  host,
  publicUrl,
}: Pick<Provenance, 'origin' | 'host' | 'publicUrl'>): void {
  if (isOwnOrigin(origin, { host, publicUrl })) return
  throw new GalleyError('forbidden', 'Pages of other origins may not use a session cookie.')
}

function isEqual(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)]
  return a.length === b.length && timingSafeEqual(a, b)
}
