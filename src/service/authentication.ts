/**
 * Who is it? Key pairs on every request, passwords only for `POST /v2/auth`.
 *
 * An unknown name costs what a wrong secret costs; failures are counted by account and by address,
 * never by anything else that the client chooses.
 *
 * @see decisions.md §2; reliability.md §4.4
 */

import { timingSafeEqual } from 'node:crypto'
import { RateLimiterMemory } from 'rate-limiter-flexible'
import { GalleyError } from '../errors.js'
import type { Actor, User } from '../model/user.js'
import type { Records } from '../store/records/records.js'
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

interface Parts {
  readonly records: Pick<Records, 'users' | 'keys'>
  readonly vault: Vault
  readonly passwords: Passwords
  /** Failures allowed in 5 minutes for an account and for an address. */
  readonly loginFailures: number
}

const WINDOW_SECONDS = 5 * 60
const LONGEST_SECRET = 1024
/** No address and no key is longer (RFC 5321 §4.5.3.1); what is counted must not fill the memory. */
const LONGEST_NAME = 320

export function createAuthentication(parts: Parts): Authentication {
  const failures = createFailures(parts.loginFailures)
  const byKey = (name: string, secret: string): User | null => {
    const found = parts.records.keys.findByKey(name)
    const expected = found?.pair.secretHmac ?? Buffer.alloc(32)
    const isRight = timingSafeEqual(parts.vault.digest(secret), expected)
    return found && isRight ? found.user : null
  }
  const byPassword = async (name: string, secret: string): Promise<User | null> => {
    const user = parts.records.users.findByEmail(name)
    const stored = user && parts.records.users.passwordHash(user.id)
    return (await parts.passwords.matches(secret, stored)) ? user : null
  }
  return {
    // A right pair always passes: 256 bits can't be guessed, and one client with an old key must not
    // lock out whoever shares its address.
    async authenticateKey(attempt) {
      const user = byKey(attempt.name, attempt.secret)
      if (user) return actorOf(user, attempt)
      throw (await failures.count(attempt)).error
    },
    async authenticatePassword(attempt) {
      // Counted before it is known to have failed, so that many at once can't slip through.
      const failure = await failures.count(attempt)
      if (failure.isBlocked) throw failure.error
      const isTooLong = attempt.secret.length > LONGEST_SECRET
      const user = isTooLong ? null : await byPassword(attempt.name, attempt.secret)
      if (!user) throw failure.error
      await failures.forgive(attempt)
      return actorOf(user, attempt)
    },
  }
}

function actorOf(user: User, { requestId }: Attempt): Actor {
  return { kind: 'user', user, requestId }
}

interface Failure {
  /** What to answer if the attempt fails. */
  readonly error: GalleyError
  /** Whether there were too many failures before, so that it is not even tried. */
  readonly isBlocked: boolean
}

/** Failures by account and by address; the one that is over the limit is answered with 429. */
function createFailures(most: number) {
  const limiter = new RateLimiterMemory({ points: most, duration: WINDOW_SECONDS })
  const placesOf = ({ name, address }: Attempt) => [
    `account ${name.slice(0, LONGEST_NAME).toLowerCase()}`,
    `address ${address}`,
  ]
  return {
    async count(attempt: Attempt): Promise<Failure> {
      const states = await Promise.all(placesOf(attempt).map((place) => limiter.penalty(place)))
      const worst = Math.max(...states.map(({ consumedPoints }) => consumedPoints))
      const waitMs = Math.max(...states.map(({ msBeforeNext }) => msBeforeNext))
      const error = worst > most ? tooMany(waitMs) : unknown()
      return { error, isBlocked: worst > most + 1 }
    },
    async forgive(attempt: Attempt): Promise<void> {
      await Promise.all(placesOf(attempt).map((place) => limiter.reward(place)))
    },
  }
}

function tooMany(waitMs: number): GalleyError {
  return new GalleyError('rate_limited', 'Too many failed attempts; try again later.', {
    retryAfter: Math.ceil(waitMs / 1000),
  })
}

function unknown(): GalleyError {
  return new GalleyError('unauthorized', 'The credentials are not valid.')
}
