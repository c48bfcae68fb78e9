/**
 * Forgotten passwords: a link by mail, or one that an administrator makes and passes on. It works once and for an hour, and
 * sets a password only: a second factor is still asked for at the sign-in.
 *
 * Whether somebody has an address can't be told from the answer, nor from the time that it takes: the request adds the same
 * row for each, and the account is looked up when the letter is written.
 *
 * @see src/http/README.md (Forgotten passwords), SECURITY.md
 */

import { GalleyError } from '../../errors.js'
import type { Actor, User } from '../../model/user.js'
import type { Records } from '../../store/records/records.js'
import type { Language } from '../mail/letter.js'
import { byOf, requireServerAdmin } from './access.js'
import { FIRST_START } from './authentication.js'
import { RESET_MS, type Letters } from './letters.js'
import type { MailedLinks, Opener } from './mailed-links.js'
import type { MailLimits } from './mail-limits.js'
import type { Passwords } from './passwords.js'

interface PasswordResetsParts {
  readonly records: Pick<Records, 'users' | 'sessions' | 'resetLinks' | 'settings'>
  readonly links: MailedLinks
  readonly letters: Letters
  readonly limits: MailLimits
  readonly passwords: Passwords
  /** @throws GalleyError where no passwords are taken */
  readonly requirePasswords: () => void
  readonly now: () => number
  /** Writes a line to the log. */
  readonly note: (fields: object, message: string) => void
}

interface Forgotten {
  readonly email: string
  readonly language: Language
  readonly address: string
}

/** A link that an administrator passes on. */
interface MadeLink {
  readonly link: string
  readonly expiresAt: number
}

export type PasswordResets = ReturnType<typeof createPasswordResets>

/** A link for a user. An earlier one ends. @throws GalleyError `not_found` */
export function makeResetLink(
  { records, links, now, note }: Pick<PasswordResetsParts, 'records' | 'links' | 'now' | 'note'>,
  actor: Actor,
  userId: string,
): MadeLink {
  requireServerAdmin(actor)
  const { id } = records.users.get(userId)
  const { secret, secretHmac } = links.make()
  const expiresAt = now() + RESET_MS
  records.resetLinks.put({ userId: id, secretHmac, expiresAt })
  note({ userId: id, ...byOf(actor) }, 'a link for a new password was made')
  return { link: links.urlOf('password', secret), expiresAt }
}

export function createPasswordResets(parts: PasswordResetsParts) {
  const { records, links, letters, now, note } = parts
  const { users, resetLinks } = records
  const open = (opener: Opener): User =>
    links.open(opener, (hmac) => {
      const found = resetLinks.find(hmac)
      return found && found.expiresAt > now() ? users.find(found.userId) : null
    })
  return {
    /** @throws GalleyError `conflict` if no mail is sent; `forbidden` where no passwords are taken; `rate_limited` */
    ask({ email, language, address }: Forgotten): void {
      parts.requirePasswords()
      if (!letters.isSetUp) {
        throw new GalleyError(
          'conflict',
          'This server sends no mail: ask an administrator for a link to set a new password.',
        )
      }
      if (parts.limits.takeFor(address, email)) letters.forgotten(email, language)
    },

    makeLink: (actor: Actor, userId: string): MadeLink => makeResetLink(parts, actor, userId),

    /**
     * Sets the password, and ends all sessions of the user.
     *
     * @throws GalleyError `unauthorized` for a link that has ended; `rate_limited` after too many wrong ones
     */
    async reset(input: Opener & { readonly password: string }): Promise<User> {
      parts.requirePasswords()
      open(input)
      const hash = await parts.passwords.hash(input.password)
      // It may have been used by a second request meanwhile.
      const user = open(input)
      // In this order: if the power fails in between, nobody has got more than before.
      resetLinks.deleteOfUser(user.id)
      records.sessions.deleteOthers(user.id, null)
      users.setPasswordHash(user.id, hash, now())
      if (records.settings.find(FIRST_START) === user.id) records.settings.delete(FIRST_START)
      const { address, requestId } = input
      note({ userId: user.id, email: user.email, address, requestId }, 'a password was reset')
      letters.passwordChanged(user.id)
      return user
    },

    /** Removes links that have ended. */
    sweep: (): void => resetLinks.deleteExpired(now()),
  }
}
