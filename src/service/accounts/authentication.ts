/**
 * Who is it? Key pairs on every request, passwords only for `POST /v2/auth`.
 *
 * An unknown name costs what a wrong secret costs; failures are counted by account and by address,
 * never by anything else that the client chooses.
 *
 * @see decisions.md §2; reliability.md §4.4
 */

import { timingSafeEqual } from 'node:crypto'
import { GalleyError } from '../../errors.js'
import type { Actor, User } from '../../model/user.js'
import type { Records } from '../../store/records/records.js'
import type { FailedAttempts } from './failed-attempts.js'
import type { Passwords } from './passwords.js'
import type { Vault } from './vault.js'

/** Name and secret as sent, and where from. */
export interface Attempt {
  readonly name: string
  readonly secret: string
  readonly address: string
  readonly requestId: string
}

export interface Authentication {
  /** @throws GalleyError `unauthorized`; `rate_limited` after too many failures */
  authenticateKey(attempt: Attempt): Promise<Actor>
  /** As `authenticateKey`, with an e-mail address and a password. */
  authenticatePassword(attempt: Attempt): Promise<Actor>
}

interface AuthenticationDependencies {
  readonly records: Pick<Records, 'users' | 'keys'>
  readonly vault: Vault
  readonly passwords: Passwords
  /** By account and by address. */
  readonly failures: FailedAttempts
}

const LONGEST_SECRET = 1024
/** No address and no key is longer (RFC 5321 §4.5.3.1); what is counted must not fill the memory. */
const LONGEST_NAME = 320

export function createAuthentication(dependencies: AuthenticationDependencies): Authentication {
  const { failures } = dependencies
  const byKey = (name: string, secret: string): User | null => {
    const found = dependencies.records.keys.findByKey(name)
    const expected = found?.pair.secretHmac ?? Buffer.alloc(32)
    const isRight = timingSafeEqual(dependencies.vault.digest(secret), expected)
    return found && isRight ? found.user : null
  }
  const byPassword = async (name: string, secret: string): Promise<User | null> => {
    const user = dependencies.records.users.findByEmail(name)
    const stored = user && dependencies.records.users.passwordHash(user.id)
    return (await dependencies.passwords.matches(secret, stored)) ? user : null
  }
  return {
    // A right pair always passes: 256 bits can't be guessed, and one client with an old key must not
    // lock out whoever shares its address.
    async authenticateKey(attempt) {
      const user = byKey(attempt.name, attempt.secret)
      if (user) return actorOf(user, attempt)
      throw (await failures.count(placesOf(attempt))).tooMany ?? unknown()
    },
    async authenticatePassword(attempt) {
      const places = placesOf(attempt)
      const { isBlocked, tooMany } = await failures.count(places)
      const error = tooMany ?? unknown()
      if (isBlocked) throw error
      const isTooLong = attempt.secret.length > LONGEST_SECRET
      const user = isTooLong ? null : await byPassword(attempt.name, attempt.secret)
      if (!user) throw error
      await failures.forgive(places)
      return actorOf(user, attempt)
    },
  }
}

function actorOf(user: User, { requestId }: Attempt): Actor {
  return { kind: 'user', user, requestId }
}

/** What an attempt is counted for. */
function placesOf({ name, address }: Attempt): string[] {
  return [`account ${name.slice(0, LONGEST_NAME).toLowerCase()}`, `address ${address}`]
}

function unknown(): GalleyError {
  return new GalleyError('unauthorized', 'The credentials are not valid.')
}
