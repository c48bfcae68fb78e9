/**
 * The link that the first start prints: whoever opens it chooses the e-mail address and password of the first
 * administrator and is signed in.
 *
 * The link works once. It also stops working when anybody signs in with a password, when the administrator's password is
 * set in another way, and when the server restarts, which prints a new link. Only a digest of its token is kept, in memory.
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
  /** @throws GalleyError where no passwords are taken */
  readonly requirePasswords: () => void
  /** Writes a line to the log. */
  readonly note: (fields: object, message: string) => void
}

/** What the form of the link sends, and the client that sends it. */
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
  /** Id of the administrator whom the link sets up; null if the link no longer works. */
  const openFor = (): string | null => {
    const userId = settings.find(FIRST_START)
    return userId !== null && records.users.find(userId) !== null ? userId : null
  }
  return {
    /** Allows a link for this administrator, who was just created. */
    begin: (userId: string): void => settings.set(FIRST_START, userId),

    /** A new token for the link, which replaces any earlier one; null if the link no longer works. */
    newToken(): string | null {
      if (openFor() === null) return null
      const token = randomBytes(32).toString('hex')
      held.digest = vault.digest(token)
      return token
    },

    /**
     * Sets e-mail address, password and name of the first administrator, and starts a session.
     *
     * @throws GalleyError `unauthorized` for a wrong or used token; `rate_limited` after too many wrong ones;
     *   `invalid` for a bad e-mail address or password: the link still works then
     */
    async setUp(input: SetUp): ReturnType<Sessions['signIn']> {
      parts.requirePasswords()
      const { email, password, firstname, lastname, address, requestId } = input
      const places = [{ name: `first start from ${networkOf(address)}` }]
      const { isBlocked, tooMany } = failures.count(places)
      if (isBlocked) throw tooMany ?? used()
      const { digest } = held
      const isRight = timingSafeEqual(vault.digest(input.token), digest ?? Buffer.alloc(32))
      const userId = openFor()
      if (digest === null || !isRight || userId === null) {
        const refused = 'a link of the first start was refused'
        if (tooMany === null) parts.note({ address, requestId }, refused)
        throw tooMany ?? used()
      }
      failures.forgive(places)
      // Taken before the first `await`, so that of two requests only one succeeds.
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
