/**
 * Finds out who calls. Roles are not asked here: that is `service/`.
 *
 * @see api-v2.md §5, decisions.md §2
 */

import { GalleyError } from '../../errors.js'
import type { Actor } from '../../model/user.js'
import type { Access } from '../route.js'
import { basicCredentials } from './basic-credentials.js'

/** What authentication needs of the service floor. */
export interface Authenticator {
  authenticateKey(attempt: Attempt): Promise<Actor>
  authenticatePassword(attempt: Attempt): Promise<Actor>
}

/** Credentials as sent, and from where. */
export interface Attempt {
  readonly name: string
  readonly secret: string
  readonly address: string
  readonly requestId: string
}

interface Caller {
  readonly authorization: string
  readonly address: string
  readonly requestId: string
  /** Whether it comes from where operators look without credentials. */
  readonly isOperator: () => boolean
}

/** Nobody: only routes that are public get this far with it. */
const NOBODY: Actor = { kind: 'server' }

/**
 * The actor of a request.
 *
 * @throws GalleyError `unauthorized`, `rate_limited` after too many failures
 */
export async function authenticate(
  access: Access,
  caller: Caller,
  authenticator: Authenticator,
): Promise<Actor> {
  if (access === 'public' || (access === 'operator' && caller.isOperator())) return NOBODY
  const credentials = basicCredentials(caller.authorization)
  if (!credentials) throw new GalleyError('unauthorized', 'Credentials are missing.')
  const attempt = { ...credentials, address: caller.address, requestId: caller.requestId }
  if (access === 'password') return authenticator.authenticatePassword(attempt)
  const actor = await authenticator.authenticateKey(attempt)
  if (access === 'operator' && !(actor.kind === 'user' && actor.user.isAdmin)) {
    throw new GalleyError('forbidden', 'Only server administrators may do this.')
  }
  return actor
}
