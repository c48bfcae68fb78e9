/** Writes the letters about accounts, when they are sent: only then a link gets its secret, which is stored nowhere. */

import { invalid } from '../../errors.js'
import { emailKey, fullname, type User } from '../../model/user.js'
import type { Records } from '../../store/records/records.js'
import { isMailable, languageOf, type Language, type Letter } from '../mail/letter.js'
import { tooManyWait, type Facts, type Outbox } from '../mail/outbox.js'
import { TEXTS } from '../mail/texts.js'
import type { MailedLinks } from './mailed-links.js'

interface LettersParts {
  readonly records: Pick<Records, 'users' | 'sites' | 'invitations' | 'resetLinks'>
  readonly links: MailedLinks
  readonly apiUrl: () => string
  readonly now: () => number
}

/** A link for a new password works for this time. */
export const RESET_MS = 60 * 60_000

type Writer = (facts: Facts) => Letter | null

/** Adds letters to the outbox. */
export function createLetters(
  outbox: Pick<Outbox, 'add' | 'hasRoom' | 'isSetUp'>,
  now: () => number,
) {
  return {
    get isSetUp() {
      return outbox.isSetUp
    },
    /** @throws GalleyError `unavailable` if no letter could be added now */
    requireRoom(): void {
      if (outbox.isSetUp && !outbox.hasRoom()) throw tooManyWait()
    },
    /** @throws GalleyError `validation_failed` if mail is sent, but none can go to an address */
    requireMailable(email: string): void {
      if (outbox.isSetUp && !isMailable(email)) {
        throw invalid('email', 'must be an address that mail can go to')
      }
    },
    invite: (invitationId: string): void => outbox.add('invitation', { invitationId }),
    /** The same work, whether somebody has the address or not. */
    forgotten: (email: string, language: Language): void =>
      outbox.add('forgotten', { email, language, askedAt: String(now()) }),
    /** Tells somebody that the password was changed. Nothing if no mail is sent, or too much waits: it has been changed. */
    passwordChanged: (userId: string): void => {
      if (outbox.isSetUp && outbox.hasRoom()) outbox.add('changed', { userId })
    },
  }
}

export type Letters = ReturnType<typeof createLetters>

/** Makes the function that writes what the outbox sends. */
export function createLetterWriter(
  parts: LettersParts,
): (kind: string, facts: Facts) => Letter | null {
  const writers: Readonly<Record<string, Writer>> = {
    invitation: ({ invitationId = '' }) => writeInvitation(parts, invitationId),
    forgotten: ({ email = '', language, askedAt }) =>
      // After a long outage, or from a backup, nobody expects it any more.
      Number(askedAt) + RESET_MS > parts.now()
        ? writeForgotten(parts, email, languageOf(language))
        : null,
    changed: ({ userId = '' }) => writeChanged(parts, userId),
  }
  return (kind, facts) => writers[kind]?.(facts) ?? null
}

/** The language of a user's letters. */
function languageFor({ records }: LettersParts, user: User, asked: Language | null): Language {
  return languageOf(records.users.language(user.id)) ?? asked ?? 'en'
}

function writeInvitation({ records, links, now }: LettersParts, id: string): Letter | null {
  const { invitations, users, sites } = records
  const invitation = invitations.find(id)
  if (!invitation || invitation.expiresAt <= now()) return null
  const { secret, secretHmac } = links.make()
  invitations.renew(id, { ...invitation, secretHmac })
  const by = invitation.invitedBy === null ? null : users.find(invitation.invitedBy)
  const site = invitation.siteId === null ? null : sites.find(invitation.siteId)
  const texts = TEXTS[languageOf(invitation.language) ?? 'en']
  const facts = {
    link: links.urlOf('invitation', secret),
    by: by ? fullname(by) : '',
    site: site?.domain ?? null,
    kind: invitation.kind,
  }
  return {
    to: invitation.email,
    ...texts.invitation(facts),
    isCurrent: () => (invitations.findBySecret(secretHmac)?.expiresAt ?? 0) > now(),
  }
}

function writeForgotten(parts: LettersParts, email: string, asked: Language | null): Letter | null {
  const { records, links, now } = parts
  const user = records.users.findByEmail(email)
  if (!user) return null
  const { secret, secretHmac } = links.make()
  records.resetLinks.put({ userId: user.id, secretHmac, expiresAt: now() + RESET_MS })
  const texts = TEXTS[languageFor(parts, user, asked)]
  return {
    to: user.email,
    ...texts.forgotten(links.urlOf('password', secret)),
    isCurrent: () => (records.resetLinks.find(secretHmac)?.expiresAt ?? 0) > now(),
  }
}

function writeChanged(parts: LettersParts, userId: string): Letter | null {
  const { records, apiUrl } = parts
  const user = records.users.find(userId)
  if (!user) return null
  const { email } = user
  const isCurrent = () => {
    const still = records.users.find(userId)
    return still !== null && emailKey(still.email) === emailKey(email)
  }
  return { to: email, ...TEXTS[languageFor(parts, user, null)].changed(apiUrl()), isCurrent }
}
