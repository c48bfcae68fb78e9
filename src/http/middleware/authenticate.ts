/**
 * Authenticates requests: by API key, by token, by password, or by session cookie. Roles are checked in `service/`.
 *
 * @see src/http/README.md (Users)
 */

import { GalleyError } from '../../errors.js'
import { TOKEN_PREFIX } from '../../model/token.js'
import type { Actor } from '../../model/user.js'
import type { Access } from '../route.js'
import { requireCsrfToken, type Provenance } from './csrf.js'

/** The functions of `service/` that it needs. */
export interface Authenticator {
  authenticateKey(attempt: Credentials): Promise<Actor>
  authenticateToken(attempt: Credentials): Promise<Actor>
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
  /** Of the second factor. */
  readonly code?: string
}

/** A session cookie, and the address it came from. */
interface CookieAttempt extends AttemptFacts {
  readonly cookie: string
}

/** The credentials of a request. */
interface Caller extends AttemptFacts, Provenance {
  readonly authorization: string
  /** Header `X-Second-Factor`, empty for none. */
  readonly secondFactor: string
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
  if (access === 'password') {
    const attempt = attemptOf(caller, PASSWORD)
    return authenticator.authenticatePassword({ ...attempt, code: caller.secondFactor })
  }
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
    const attempt = attemptOf(caller, KEY_PAIR)
    return attempt.secret.startsWith(TOKEN_PREFIX)
      ? authenticator.authenticateToken(attempt)
      : authenticator.authenticateKey(attempt)
  }
  if (cookie === null) throw new GalleyError('unauthorized', 'Nobody is signed in.')
  const actor = await authenticator.authenticateSession({ cookie, address, requestId })
  if (actor.kind === 'user') requireCsrfToken(caller, actor.session?.csrfToken ?? '')
  return actor
}

/** A kind of credentials: how the header is read, and what it must contain. */
interface Wanted {
  readonly read: (header: string) => { name: string; secret: string } | null
  readonly what: string
}

const KEY_PAIR: Wanted = {
  read: credentialsIn,
  what: 'HTTP Basic with the API key as user name and the API secret as password, or Bearer with a token',
}
const PASSWORD: Wanted = {
  read: basicCredentials,
  what: 'HTTP Basic with the e-mail address as user name and the password',
}

/** @throws GalleyError `unauthorized` if there are no readable credentials */
function attemptOf(
  caller: AttemptFacts & { readonly authorization: string },
  { read, what }: Wanted,
): Credentials {
  const credentials = read(caller.authorization)
  if (!credentials) {
    const reason = reasonFor(caller.authorization)
    throw new GalleyError('unauthorized', `${reason} Send ${what}.`)
  }
  const { name, secret } = credentials
  return { name, secret, address: caller.address, requestId: caller.requestId }
}

/** Why a header holds no credentials. */
function reasonFor(authorization: string): string {
  if (authorization === '') return 'Credentials are missing.'
  const [scheme = ''] = authorization.trim().split(/\s/, 1)
  if (/^(basic|bearer)$/i.test(scheme))
    return 'The credentials in the header Authorization can’t be read.'
  // Only a name is repeated: others send the token itself.
  const isName = /^[a-z]{1,20}$/i.test(scheme) && scheme !== authorization.trim()
  return `The header Authorization has ${isName ? `the scheme ${scheme}` : 'no scheme'}, which is not accepted.`
}

/**
 * Name and secret in a header `Authorization`: of `Basic …`, or a token with an empty name of `Bearer …` (RFC 6750 §2.1);
 * null if it cannot be read.
 */
export function credentialsIn(header: string): { name: string; secret: string } | null {
  const token = /^Bearer +([\w.~+/-]+=*) *$/i.exec(header)?.[1]
  return token === undefined ? basicCredentials(header) : { name: '', secret: token }
}

/** User name and password of `Authorization: Basic …` (RFC 7617, UTF-8); null if it cannot be read. */
function basicCredentials(header: string): { name: string; secret: string } | null {
  const match = /^Basic +([A-Za-z0-9+/]+={0,2}) *$/i.exec(header)
  if (!match?.[1]) return null
  const text = Buffer.from(match[1], 'base64').toString('utf8')
  const colon = text.indexOf(':')
  if (colon < 0) return null
  return { name: text.slice(0, colon), secret: text.slice(colon + 1) }
}
