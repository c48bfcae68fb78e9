/**
 * Protection against cross-site request forgery (CSRF). Browsers send a session cookie with every request, also with
 * those that a page of another site makes. A change with a cookie must therefore come from this server's origin
 * and carry the token of the session. Used by `authenticate.ts`; requests with an API key need none of it.
 */

import { timingSafeEqual } from 'node:crypto'
import { GalleyError } from '../../errors.js'
import { isOwnOrigin } from './cross-origin.js'

export const CSRF_HEADER = 'X-CSRF-Token'

/** The parts of a request that show which page made it. */
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
 * Accepts reads (GET and HEAD), and changes with the token of the session.
 *
 * @param expected the token of the session
 * @throws GalleyError `forbidden` for any other change
 */
export function requireCsrfToken(request: Provenance, expected: string): void {
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

/**
 * Accepts requests of this server's own pages, and of programs, which send no `Origin`. @throws GalleyError
 * `forbidden`
 */
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
