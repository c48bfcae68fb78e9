/**
 * The first start in a browser: a link that makes whoever has it the first administrator.
 *
 * It stands open from the server's first start until somebody signs in. Its token is of one run of
 * the server and only ever in memory, as a digest; after it was used, after anybody has signed in
 * by a password, and after the administrator's password was set otherwise, it is worth nothing.
 *
 * @see src/http/README.md (Users), SECURITY.md
 */

import { randomBytes, timingSafeEqual } from 'node:crypto'
import { GalleyError } from '../../errors.js'
import type { Records } from '../../store/records/records.js'
import { networkOf } from '../../system/addresses.js'
import { FIRST_START } from './authentication.js'
import type { FailedAttempts } from './failed-attempts.js'
import type { Sessions, SignIn } from './sessions.js'
import type { Users } from './users.js'
import type { Vault } from './vault.js'

interface FirstStartParts {
  readonly records: Pick<Records, 'settings' | 'users'>
  readonly vault: Pick<Vault, 'digest'>
  readonly failures: FailedAttempts
  readonly users: Pick<Users, 'update'>
  readonly sessions: Pick<Sessions, 'signIn'>
}

/** Who the first administrator is to be, and the browser in front of him. */
interface SetUp extends Omit<SignIn, 'credentials'> {
  readonly token: string
  readonly email: string
  readonly password: string
  readonly firstname?: string | undefined
  readonly lastname?: string | undefined
  readonly address: string
  readonly requestId: string
}

export type FirstStart = ReturnType<typeof createFirstStart>

const SERVER = { kind: 'server' } as const

export function createFirstStart(parts: FirstStartParts) {
  const { records, vault, failures, users, sessions } = parts
  const { settings } = records
  const held: { digest: Buffer | null } = { digest: null }
  /** Whose account the link is for; null once somebody has signed in. */
  const openFor = (): string | null => {
    const userId = settings.find(FIRST_START)
    return userId !== null && records.users.find(userId) !== null ? userId : null
  }
  return {
    /** Opens it for a first administrator who was made just now. */
    begin: (userId: string): void => settings.set(FIRST_START, userId),

    /** A token for the link, in place of any before; null when somebody has signed in already. */
    newToken(): string | null {
      if (openFor() === null) return null
      const token = randomBytes(32).toString('hex')
      held.digest = vault.digest(token)
      return token
    },

    /**
     * Gives the first administrator a name and a password, and signs the browser in.
     *
     * @throws GalleyError `unauthorized` for a token that is wrong or used; `rate_limited` after too
     *   many wrong ones
     */
    async setUp(input: SetUp): ReturnType<Sessions['signIn']> {
      const { email, password, firstname, lastname, address, requestId } = input
      const places = [{ name: `first start from ${networkOf(address)}` }]
      const { isBlocked, tooMany } = failures.count(places)
      if (isBlocked) throw tooMany ?? used()
      const { digest } = held
      const isRight = timingSafeEqual(vault.digest(input.token), digest ?? Buffer.alloc(32))
      const userId = openFor()
      if (digest === null || !isRight || userId === null) throw tooMany ?? used()
      failures.forgive(places)
      // Of two at once one has it.
      held.digest = null
      try {
        await users.update(SERVER, userId, { email, password, firstname, lastname })
      } catch (error) {
        held.digest = digest
        throw error
      }
      settings.delete(FIRST_START)
      const credentials = { name: email, secret: password, address, requestId }
      return sessions.signIn({ ...input, credentials })
    },
  }
}

function used(): GalleyError {
  return new GalleyError(
    'unauthorized',
    'The link is no longer valid: it was used, somebody has signed in, or the server was restarted.',
  )
}
