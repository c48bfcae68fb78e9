/**
 * Authenticates users: API keys and tokens on every request, passwords only for `POST /v2/auth` and sign-in.
 *
 * An unknown name takes as long as a wrong secret. Failures are counted by address, separately for keys and
 * passwords, so that nobody can lock out a user by name. Only if very many addresses guess the password of one
 * account, failures count for the account.
 *
 * @see src/http/README.md (Users), SECURITY.md
 */

import { timingSafeEqual } from 'node:crypto'
import { GalleyError } from '../../errors.js'
import { isOver } from '../../model/token.js'
import { emailKey, type Actor, type User } from '../../model/user.js'
import type { Records } from '../../store/records/records.js'
import { networkOf } from '../../system/addresses.js'
import type { FailedAttempts, FailureCounter } from './failed-attempts.js'
import type { Passwords } from './passwords.js'
import type { SecondFactor } from './second-factor.js'
import { isTokenSecret } from './token-secret.js'
import type { Vault } from './vault.js'
import type { SignedCredential } from './webauthn.js'

/** Name and secret, and the client address. */
export interface Credentials {
  readonly name: string
  readonly secret: string
  /** Of the second factor, beside a password. */
  readonly code?: string | undefined
  /** The same for a browser. */
  readonly passkey?: SignedCredential | undefined
  readonly address: string
  readonly requestId: string
}

export interface Authentication {
  /** @throws GalleyError `unauthorized`; `rate_limited` after too many failures */
  authenticateKey(attempt: Credentials): Promise<Actor>
  /** Like `authenticateKey`, with a token as the secret; the name does not count. */
  authenticateToken(attempt: Credentials): Promise<Actor>
  /**
   * Like `authenticateKey`, with an e-mail address and a password, and the code of a second factor.
   *
   * @throws GalleyError also `second_factor_required` if the user has one and there is no code, and `forbidden` where no
   *   passwords are taken
   */
  authenticatePassword(attempt: Credentials): Promise<Actor>
}

interface AuthenticationDependencies {
  readonly records: Pick<Records, 'users' | 'keys' | 'tokens' | 'settings'>
  readonly vault: Vault
  readonly passwords: Passwords
  readonly failures: FailedAttempts
  readonly secondFactor: Pick<SecondFactor, 'prove'>
  /** @throws GalleyError where no passwords are taken */
  readonly requirePasswords: () => void
  readonly now: () => number
  /** Writes a line to the log. */
  readonly note: (fields: object, message: string) => void
}

/** Setting with the id of the first administrator, until somebody signs in. */
export const FIRST_START = 'first-start'

const MAX_SECRET = 1024
/** Precision of the time of last use of a token: updating it each time would be a write. */
const TOUCH_MS = 60_000
/** Longest e-mail address (RFC 5321 §4.5.3.1). */
const MAX_NAME = 320

export function createAuthentication(dependencies: AuthenticationDependencies): Authentication {
  const { failures, note } = dependencies
  const byKey = (name: string, secret: string): User | null => {
    const found = dependencies.records.keys.findByKey(name)
    const expected = found?.pair.secretHmac ?? Buffer.alloc(32)
    const isRight = timingSafeEqual(dependencies.vault.digest(secret), expected)
    return found && isRight ? found.user : null
  }
  const byPassword = async (name: string, secret: string): Promise<User | null> => {
    const user = dependencies.records.users.findByEmail(name)
    const stored = user && dependencies.records.users.passwordHash(user.id)
    const isRight = await dependencies.passwords.matches(secret, stored)
    // The password may have been changed meanwhile: then the old one must not give a session.
    const isStill = user !== null && dependencies.records.users.passwordHash(user.id) === stored
    return isRight && isStill ? user : null
  }
  /** Counts a wrong key or token. */
  const refusedKey = (attempt: Credentials, error: GalleyError): GalleyError => {
    const { tooMany } = failures.count([{ name: `keys of ${networkOf(attempt.address)}` }])
    // From then on, only the log of limits has them: nobody may fill the disk with lines.
    if (tooMany === null) note(whoOf(attempt), 'a key was refused')
    return tooMany ?? error
  }
  return {
    // A valid key always passes: 256 bits cannot be guessed, and a client with an outdated key must not lock out
    // others with the same address.
    authenticateKey: (attempt) => {
      const user = byKey(attempt.name, attempt.secret)
      if (user) return Promise.resolve({ ...actorOf(user, attempt), key: attempt.name })
      return Promise.reject(refusedKey(attempt, unknown()))
    },
    authenticateToken: (attempt) => {
      const actor = byToken(dependencies, attempt)
      return actor instanceof GalleyError
        ? Promise.reject(refusedKey(attempt, actor))
        : Promise.resolve(actor)
    },
    async authenticatePassword(attempt) {
      dependencies.requirePasswords()
      const places = placesOf(attempt)
      const { isBlocked, tooMany } = failures.count(places)
      const error = tooMany ?? unknown()
      if (isBlocked) throw error
      const isTooLong = attempt.secret.length > MAX_SECRET
      const user = isTooLong ? null : await byPassword(attempt.name, attempt.secret)
      if (!user) {
        // Not the name that was given: some type their password there.
        const account = dependencies.records.users.findByEmail(attempt.name)
        const userId = account?.id ?? null
        if (tooMany === null) note({ userId, ...whoOf(attempt) }, 'a sign-in was refused')
        throw error
      }
      failures.forgive(places)
      const hash = dependencies.records.users.passwordHash(user.id)
      await dependencies.secondFactor.prove(user, attempt)
      // As above: a passkey is checked meanwhile.
      if (dependencies.records.users.passwordHash(user.id) !== hash) throw unknown()
      dependencies.records.settings.delete(FIRST_START)
      note({ userId: user.id, email: user.email, ...whoOf(attempt) }, 'a user signed in')
      return actorOf(user, attempt)
    },
  }
}

/** The actor of a token, or why it is refused. */
function byToken(
  { records: { tokens }, vault, now }: AuthenticationDependencies,
  attempt: Credentials,
): Actor | GalleyError {
  if (!isTokenSecret(attempt.secret)) return unauthorized(DAMAGED_TOKEN)
  const found = tokens.findBySecret(vault.digest(attempt.secret).toString('hex'))
  if (!found) return unauthorized('The token is not known, or was revoked.')
  const { token, user } = found
  const at = now()
  if (isOver(token, at)) return unauthorized('The token has expired.')
  if (found.isFormer && (token.formerUntil ?? 0) <= at) {
    return unauthorized('The token was rotated; use the new one.')
  }
  if (at - (token.lastUsedAt ?? 0) >= TOUCH_MS) tokens.touch(token.id, at)
  const { id, scopes, siteIds } = token
  return { ...actorOf(user, attempt), token: { id, scopes, siteIds } }
}

function whoOf({ address, requestId }: Credentials) {
  return { address, requestId }
}

function actorOf(user: User, { requestId }: Credentials) {
  return { kind: 'user', user, requestId } as const
}

/** Number of guessing addresses after which an account is blocked for a while. */
const MANY_ADDRESSES = 20

/** The counters of a password attempt. */
function placesOf({ name, address }: Credentials): FailureCounter[] {
  const account = emailKey(name.slice(0, MAX_NAME))
  return [
    { name: `passwords of ${networkOf(address)}` },
    { name: `account ${account}`, times: MANY_ADDRESSES },
  ]
}

const DAMAGED_TOKEN =
  'The token is incomplete or damaged: it has galley_ and 36 letters and digits, of which the last 6 are a checksum.'

function unknown(): GalleyError {
  return unauthorized('The credentials are not valid.')
}

function unauthorized(message: string): GalleyError {
  return new GalleyError('unauthorized', message)
}
