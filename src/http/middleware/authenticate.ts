/**
 * Authenticates requests: by API key, by password, or by session cookie. Roles are checked in `service/`.
 *
 * @see src/http/README.md (Users)
 */

import { GalleyError } from '../../errors.js'
import type { Actor } from '../../model/user.js'
import type { Access } from '../route.js'
import { requireCsrfToken, type Provenance } from './csrf.js'

/** The functions of `service/` that it needs. */
export interface Authenticator {
  authenticateKey(attempt: Credentials): Promise<Actor>
  authenticatePassword(attempt: Credentials): Promise<Actor>
  authenticateSession(attempt: CookieAttempt): Promise<Actor>
  /** The actor with current rights. @throws GalleyError `unauthorized` if the credentials are not valid any more */
  renew(actor: Actor): Actor
}

interface AttemptFacts {
  readonly address: string
  readonly requestId: string
}

/** Credentials, and the address they came from. */
interface Credentials extends AttemptFacts {
  readonly name: string
  readonly secret: string
}

/** A session cookie, and the address it came from. */
interface CookieAttempt extends AttemptFacts {
  readonly cookie: string
}

/** The credentials of a request. */
interface Caller extends AttemptFacts, Provenance {
  readonly authorization: string
  /** Value of the session cookie; null for none. */
  readonly cookie: string | null
  /** True if the address may read metrics without credentials. */
  readonly isOperator: () => boolean
}

/** The actor of requests without credentials; only public routes accept it. */
const NOBODY: Actor = { kind: 'server' }

/**
 * The actor of a request. If it has an `Authorization` header and a cookie, the header counts.
 *
 * @throws GalleyError `unauthorized`; `rate_limited` after too many failures; `forbidden` for a change by cookie that
 *   does not prove that it comes from a page of this server
 */
export async function authenticate(
  access: Access,
  caller: Caller,
  authenticator: Authenticator,
): Promise<Actor> {
  if (access === 'public' || (access === 'operator' && caller.isOperator())) return NOBODY
  if (access === 'password') return authenticator.authenticatePassword(attemptOf(caller, PASSWORD))
  const actor = await byKeyOrSession(access, caller, authenticator)
  if (access === 'operator' && !(actor.kind === 'user' && actor.user.isAdmin)) {
    throw new GalleyError('forbidden', 'Only server administrators may do this.')
  }
  return actor
}

async function byKeyOrSession(
  access: Access,
  caller: Caller,
  authenticator: Authenticator,
): Promise<Actor> {
  const { cookie, address, requestId } = caller
  if (access !== 'session' && (cookie === null || caller.authorization !== '')) {
    return authenticator.authenticateKey(attemptOf(caller, KEY_PAIR))
  }
  if (cookie === null) throw new GalleyError('unauthorized', 'Nobody is signed in.')
  const actor = await authenticator.authenticateSession({ cookie, address, requestId })
  if (actor.kind === 'user') requireCsrfToken(caller, actor.session?.csrfToken ?? '')
  return actor
}

/** What HTTP Basic must contain. */
const KEY_PAIR = 'the API key as user name and the API secret as password'
const PASSWORD = 'the e-mail address as user name and the password'

/**
 * @param wanted what the credentials must be
 * @throws GalleyError `unauthorized` if there are no readable credentials
 */
function attemptOf(
  caller: AttemptFacts & { readonly authorization: string },
  wanted: string,
): Credentials {
  const credentials = basicCredentials(caller.authorization)
  if (!credentials) {
    const reason = reasonFor(caller.authorization)
    throw new GalleyError('unauthorized', `${reason} Send HTTP Basic with ${wanted}.`)
  }
  const { name, secret } = credentials
  return { name, secret, address: caller.address, requestId: caller.requestId }
}

/** Why a header holds no credentials. */
function reasonFor(authorization: string): string {
  if (authorization === '') return 'Credentials are missing.'
  const [scheme = ''] = authorization.trim().split(/\s/, 1)
  if (/^basic$/i.test(scheme)) return 'The credentials in the header Authorization can’t be read.'
  // Only a name is repeated: others send the token itself.
  const isName = /^[a-z]{1,20}$/i.test(scheme) && scheme !== authorization.trim()
  return `The header Authorization has ${isName ? `the scheme ${scheme}` : 'no scheme'}, which is not accepted.`
}

/** User name and password of `Authorization: Basic …` (RFC 7617, UTF-8); null if it cannot be read. */
export function basicCredentials(header: string): { name: string; secret: string } | null {
  const match = /^Basic +([A-Za-z0-9+/]+={0,2}) *$/i.exec(header)
  if (!match?.[1]) return null
  const text = Buffer.from(match[1], 'base64').toString('utf8')
  const colon = text.indexOf(':')
  if (colon < 0) return null
  return { name: text.slice(0, colon), secret: text.slice(colon + 1) }
}
