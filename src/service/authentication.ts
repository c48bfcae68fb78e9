/**
 * Who is it? Key pairs on every request, passwords only for `POST /v2/auth`.
 *
 * An unknown name costs what a wrong secret costs; failures are counted by account and by address,
 * never by anything else that the client chooses.
 *
 * @see decisions.md §2; reliability.md §4.4
 */

import { timingSafeEqual } from 'node:crypto'
import { RateLimiterMemory, type RateLimiterRes } from 'rate-limiter-flexible'
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
  const attemptWith =
    (find: (name: string, secret: string) => User | null | Promise<User | null>) =>
    async ({ name, secret, address, requestId }: Attempt): Promise<Actor> => {
      const places = [`account ${name.toLowerCase()}`, `address ${address}`]
      await failures.check(places)
      const user = secret.length > LONGEST_SECRET ? null : await find(name, secret)
      if (user) return { kind: 'user', user, requestId }
      await failures.count(places)
      throw new GalleyError('unauthorized', 'The credentials are not valid.')
    }
  return {
    authenticateKey: attemptWith(byKey),
    authenticatePassword: attemptWith(byPassword),
  }
}

function createFailures(most: number) {
  const limiter = new RateLimiterMemory({ points: most, duration: WINDOW_SECONDS })
  const refuse = (state: RateLimiterRes): never => {
    throw new GalleyError('rate_limited', 'Too many failed attempts; try again later.', {
      retryAfter: Math.ceil(state.msBeforeNext / 1000),
    })
  }
  return {
    check: async (places: readonly string[]) => {
      for (const place of places) {
        const state = await limiter.get(place)
        if (state && state.consumedPoints > most) refuse(state)
      }
    },
    count: async (places: readonly string[]) => {
      for (const place of places) await limiter.penalty(place)
    },
  }
}
