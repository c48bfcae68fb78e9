/**
 * Invitations: an administrator of the server, or an admin of a site for a role there, invites an address. Whoever opens the
 * link chooses a name and a password and is signed in with the role; somebody who has an account accepts it signed in.
 *
 * Where mail is sent, the link goes to the address and nobody else sees it; else whoever invites passes it on.
 *
 * @see src/http/README.md (Invitations), SECURITY.md
 */

import { GalleyError, notFound } from '../../errors.js'
import type { NewId } from '../../model/ids.js'
import {
  EXPIRED_INVITATION_MS,
  INVITATION_MS,
  MAX_INVITATIONS,
  type Invitation,
} from '../../model/invitation.js'
import type { RoleKind } from '../../model/role.js'
import { emailKey, fullname, type Actor, type EmailSource, type User } from '../../model/user.js'
import { partOf, type Page, type Window } from '../../store/page.js'
import type { Records } from '../../store/records/records.js'
import type { Language } from '../mail/letter.js'
import { byOf, personOf, requireServerAdmin, type Access } from './access.js'
import type { Letters } from './letters.js'
import { linkOver, type MailedLinks, type Opener } from './mailed-links.js'
import type { MailLimits } from './mail-limits.js'
import type { Passwords } from './passwords.js'
import type { RoleChange } from './roles.js'
import type { Browser, MadeSession, Sessions, SessionView } from './sessions.js'
import { newKeyPair, refuseServersOwn } from './users.js'
import type { Vault } from './vault.js'

interface InvitationsParts {
  readonly records: Records
  readonly access: Access
  readonly links: MailedLinks
  readonly letters: Letters
  readonly limits: MailLimits
  readonly sessions: Pick<Sessions, 'begin' | 'current'>
  readonly passwords: Passwords
  /** @throws GalleyError where no passwords are taken */
  readonly requirePasswords: () => void
  readonly vault: Vault
  readonly now: () => number
  readonly newId: NewId
  /** Called in the transaction in which a role is given. */
  readonly roleChanged: (change: RoleChange) => void
  /** Called after every change of a user. */
  readonly changed: () => void
  /** Writes a line to the log. */
  readonly note: (fields: object, message: string) => void
}

/** Who is invited to what. */
interface NewInvitation {
  readonly email: string
  /** Null without a site; then only administrators of the server invite. */
  readonly siteId: string | null
  readonly kind: RoleKind | null
  readonly isAdmin: boolean
  readonly language: Language
}

/** An invitation, with its link if whoever invites has to pass it on. */
export interface SentInvitation {
  readonly invitation: Invitation
  /** Null where it was mailed. */
  readonly link: string | null
}

/** What the invited person is shown. */
export interface OpenedInvitation {
  readonly invitation: Invitation
  /** Domain of the site; null without one. */
  readonly site: string | null
  readonly invitedBy: string
  /** True if somebody has an account with this address: it is accepted there. */
  readonly hasAccount: boolean
}

interface Accepting extends Opener, Browser, Named {
  readonly password: string
  readonly language?: Language | undefined
}

/** Somebody whose address another server has verified. */
interface VerifiedPerson extends Named {
  readonly email: string
  readonly language: Language
}

interface Named {
  readonly firstname?: string | undefined
  readonly lastname?: string | undefined
}

const NEWEST_FIRST = {
  placeOf: ({ createdAt, id }: Invitation) => [createdAt, id],
  direction: 'desc',
} as const

export type Invitations = ReturnType<typeof createInvitations>

export function createInvitations(parts: InvitationsParts) {
  return {
    ...createInviting(parts),
    ...createAccepting(parts),
    ...createAcceptingVerified(parts),
  }
}

/** What those do who invite. */
function createInviting(parts: InvitationsParts) {
  const { records, letters, now, newId, note } = parts
  const { invitations } = records
  const find = (actor: Actor, id: string): Invitation => {
    const invitation = invitations.find(id)
    if (!invitation) throw notFound('invitation')
    requireInviting(parts, actor, invitation.siteId)
    return invitation
  }
  return {
    /**
     * @throws GalleyError `conflict` if the address has an account or is invited to this place already, or if there are too
     *   many invitations; `rate_limited` after too many mails to the address
     */
    create(actor: Actor, input: NewInvitation): SentInvitation {
      requireInviting(parts, actor, input.siteId)
      const { email, siteId } = input
      refuseServersOwn(email)
      letters.requireMailable(email)
      refuseAccountFor(parts, actor, email)
      if (invitations.countFor(siteId) >= MAX_INVITATIONS) throw tooMany()
      letters.requireRoom()
      parts.limits.takeTo(email)
      const at = now()
      const invitation: Invitation = {
        ...input,
        id: newId(),
        isMailed: letters.isSetUp,
        invitedBy: personOf(actor).id,
        createdAt: at,
        expiresAt: at + INVITATION_MS,
      }
      const link = send(parts, invitation.id, (secretHmac) =>
        invitations.create({ ...invitation, secretHmac }),
      )
      note({ invitationId: invitation.id, siteId, ...byOf(actor) }, 'somebody was invited')
      return { invitation, link }
    },

    /** Those of a site, or of the whole server (null), newest first, also expired ones. */
    list(actor: Actor, siteId: string | null, window: Window): Page<Invitation> {
      requireInviting(parts, actor, siteId)
      const all = siteId === null ? invitations.listAll() : invitations.listForSite(siteId)
      return partOf(all, window, NEWEST_FIRST)
    },

    /** Sends an invitation again, with a new link; the former one ends. @throws GalleyError as `create` */
    resend(actor: Actor, id: string): SentInvitation {
      const before = find(actor, id)
      refuseAccountFor(parts, actor, before.email)
      letters.requireRoom()
      parts.limits.takeTo(before.email)
      // Theirs who sent it last: they may have the link, and who sent it before need not have rights any more.
      const sent = { isMailed: letters.isSetUp, invitedBy: personOf(actor).id }
      const invitation = { ...before, ...sent, expiresAt: now() + INVITATION_MS }
      const link = send(parts, id, (secretHmac) =>
        invitations.renew(id, { ...invitation, secretHmac }),
      )
      note({ invitationId: id, ...byOf(actor) }, 'an invitation was sent again')
      return { invitation, link }
    },

    /** Withdraws an invitation: its link ends. @throws GalleyError `not_found` */
    revoke(actor: Actor, id: string): void {
      find(actor, id)
      invitations.delete(id)
      note({ invitationId: id, ...byOf(actor) }, 'an invitation was withdrawn')
    },

    /** Forgets invitations that have expired long ago. */
    sweep: (): void => void invitations.deleteExpired(now() - EXPIRED_INVITATION_MS),
  }
}

/**
 * Gives an invitation a link. Null if it is mailed.
 *
 * @param save stores the digest of the secret
 */
function send(
  { letters, links }: InvitationsParts,
  id: string,
  save: (secretHmac: Buffer) => void,
): string | null {
  const { secret, secretHmac } = links.make()
  save(secretHmac)
  if (!letters.isSetUp) return links.urlOf('invitation', secret)
  // The letter gets a secret of its own.
  letters.invite(id)
  return null
}

/** What the invited person does. */
function createAccepting(parts: InvitationsParts) {
  const { records, links, note } = parts
  const { invitations, users } = records
  const open = (opener: Opener): Invitation =>
    links.open(opener, (hmac) => {
      const found = invitations.findBySecret(hmac)
      return found && isOpen(parts, found) ? found : null
    })
  return {
    /** @throws GalleyError `unauthorized` for a link that has ended; `rate_limited` after too many wrong ones */
    read(opener: Opener): OpenedInvitation {
      const invitation = open(opener)
      const { siteId, invitedBy } = invitation
      const by = invitedBy === null ? null : users.find(invitedBy)
      return {
        invitation,
        site: siteId === null ? null : (records.sites.find(siteId)?.domain ?? null),
        invitedBy: by ? fullname(by) : '',
        hasAccount: users.findByEmail(invitation.email) !== null,
      }
    },

    /**
     * Makes the account with its role, and starts a session.
     *
     * @throws GalleyError as `read`; `conflict` if the address has, or had, an account; `forbidden` without passwords
     */
    async accept(input: Accepting): Promise<MadeSession> {
      parts.requirePasswords()
      const { id, email } = open(input)
      refuseAccount(parts, email)
      const hash = await parts.passwords.hash(input.password)
      // It may have been withdrawn, or accepted by a second request, meanwhile.
      const invitation = open(input)
      const user = newUser(parts, invitation, input)
      const language = input.language ?? invitation.language
      const source = isAddressKnown(parts, invitation) ? 'admin' : 'self'
      const isDone = invitations.accept(id, () =>
        join(parts, { invitation, user, hash, source, language }),
      )
      if (!isDone) throw linkOver()
      parts.changed()
      note({ userId: user.id, invitationId: id, email }, 'an invitation was accepted')
      return parts.sessions.begin(user, input)
    },

    /**
     * Takes an invitation for the account that is signed in.
     *
     * @throws GalleyError as `read`; `conflict` if it is for another address
     */
    acceptSignedIn(actor: Actor, opener: Opener): SessionView {
      const user = personOf(actor)
      const invitation = open(opener)
      if (emailKey(user.email) !== emailKey(invitation.email)) {
        const message = `The invitation is for ${invitation.email}: sign in with that account.`
        throw new GalleyError('conflict', message)
      }
      const isDone = invitations.accept(invitation.id, () => giveRights(parts, user, invitation))
      if (!isDone) throw linkOver()
      parts.changed()
      const fields = { userId: user.id, invitationId: invitation.id, email: user.email }
      note(fields, 'an invitation was accepted')
      return parts.sessions.current(parts.access.renew(actor))
    },
  }
}

/** What somebody does whose address another server has verified. */
function createAcceptingVerified(parts: InvitationsParts) {
  const { records, note } = parts
  const { invitations, users } = records
  return {
    /** Makes the account of somebody with all that the address is invited to; null if it is to nothing. */
    acceptVerified(person: VerifiedPerson): User | null {
      const { email, language } = person
      const all = invitations.listForEmail(email)
      const [first, ...more] = all.filter((one) => isOpen(parts, one))
      if (!first) return null
      const user = newUser(parts, first, person)
      const joining = { invitation: first, user, hash: null, source: 'admin', language } as const
      records.together(() => {
        invitations.accept(first.id, () => join(parts, joining))
        for (const one of more) invitations.accept(one.id, () => giveRights(parts, user, one))
      })
      parts.changed()
      note({ userId: user.id, invitationId: first.id, email }, 'an invitation was accepted')
      return users.get(user.id)
    },
  }
}

function isOpen(parts: InvitationsParts, invitation: Invitation): boolean {
  return invitation.expiresAt > parts.now() && mayStillInvite(parts, invitation)
}

function requireInviting({ access }: InvitationsParts, actor: Actor, siteId: string | null): void {
  if (siteId === null) requireServerAdmin(actor)
  else access.onSite(actor, siteId, 'roles.manage')
}

/** An invitation is worth no more than whoever sent it: of somebody who may not invite any more, it has ended. */
function mayStillInvite({ records, access }: InvitationsParts, invitation: Invitation): boolean {
  const { invitedBy, siteId } = invitation
  if (invitedBy === null) return false
  if (siteId === null) return records.users.find(invitedBy)?.isAdmin === true
  return access.roleOfUser(invitedBy, siteId) === 'admin'
}

function newUser(
  { now, newId }: InvitationsParts,
  { email, isAdmin }: Invitation,
  { firstname = '', lastname = '' }: Named,
): User {
  const at = now()
  const names = { email, firstname, lastname }
  return { id: newId(), ...names, isAdmin, maxSites: null, createdAt: at, updatedAt: at }
}

interface Joining {
  readonly invitation: Invitation
  readonly user: User
  /** Null for an account without a password. */
  readonly hash: string | null
  readonly source: EmailSource
  readonly language: string
}

/** Nobody has checked the address if an admin of a site passed on the link: commits of others must not count as theirs. */
function isAddressKnown({ records }: InvitationsParts, { isMailed, invitedBy }: Invitation) {
  return isMailed || (invitedBy !== null && records.users.find(invitedBy)?.isAdmin === true)
}

function join(parts: InvitationsParts, joining: Joining): void {
  const { invitation, user, hash, source, language } = joining
  const { users } = parts.records
  users.create(user, hash, source)
  users.setLanguage(user.id, language)
  newKeyPair(parts, user.id)
  giveRights(parts, user, invitation)
}

function giveRights(
  { records, now, newId, roleChanged }: InvitationsParts,
  user: User,
  { siteId, kind, isAdmin, invitedBy: by }: Invitation,
): void {
  const at = now()
  if (isAdmin && !user.isAdmin) {
    records.users.update({ ...user, isAdmin: true, updatedAt: at }, null)
  }
  if (siteId === null || kind === null || records.roles.findFor(siteId, user.id)) return
  records.roles.create({ id: newId(), siteId, userId: user.id, kind, createdAt: at, updatedAt: at })
  roleChanged({ siteId, userId: user.id, before: null, after: kind, by })
}

/** For somebody who invites, and may not find out so of many addresses whether they have an account. */
function refuseAccountFor(parts: InvitationsParts, actor: Actor, email: string): void {
  parts.limits.takeOf(actor)
  refuseAccount(parts, email)
}

function refuseAccount({ records }: InvitationsParts, email: string): void {
  if (!records.users.findByEmail(email)) return
  throw new GalleyError('conflict', 'A user of this server has this address: give them a role.', {
    details: [{ field: 'email', message: 'belongs to a user of this server' }],
  })
}

function tooMany(): GalleyError {
  return new GalleyError(
    'conflict',
    `There are ${MAX_INVITATIONS} invitations, which is the limit: withdraw some that are no longer needed.`,
  )
}
