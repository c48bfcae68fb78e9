/**
 * Sign-in with another server (OpenID Connect), and the links between its people and the users here.
 *
 * A question and its answer belong to one browser: what binds them is in a cookie that only this server can read and make,
 * works once and for ten minutes. Somebody is known by the provider's id of them; the first time by an address that the
 * provider has verified, if an account or an invitation has it. The second factor is the provider's matter.
 *
 * @see src/http/README.md (OpenID Connect), SECURITY.md
 */

import { codeOf } from '../../deploy/network/deploy-error.js'
import { GalleyError, notFound } from '../../errors.js'
import type { NewId } from '../../model/ids.js'
import { OIDC_MS } from '../../model/session.js'
import { emailKey, type Actor, type User } from '../../model/user.js'
import type { OidcLink } from '../../store/records/oidc-links.js'
import type { Records } from '../../store/records/records.js'
import { networkOf } from '../../system/addresses.js'
import type { Language } from '../mail/letter.js'
import { notForThis, type Binding, type Identity, type Provider } from '../oidc/provider.js'
import { byOf, personOf, type Access } from './access.js'
import type { AuditLog } from './audit.js'
import { FIRST_START } from './authentication.js'
import { applyClaimedRoles, type ClaimedRolesParts } from './claimed-roles.js'
import { checkPassword } from './current-password.js'
import type { FailedAttempts } from './failed-attempts.js'
import type { Invitations } from './invitations.js'
import type { Passwords } from './passwords.js'
import type { Browser, MadeSession, Sessions } from './sessions.js'
import { newKeyPair, refuseServersOwn, sessionOf } from './users.js'
import type { Vault } from './vault.js'

interface OidcRules {
  /** What becomes of people without account and invitation: `refuse` or `create`. */
  readonly oidcUnknown: string
  /** True where no passwords are taken. */
  readonly oidcOnly: boolean
}

interface OidcParts {
  readonly records: Records
  readonly access: Pick<Access, 'renew'>
  readonly audit: Pick<AuditLog, 'record'>
  readonly vault: Vault
  /** Null if the settings name none now. */
  readonly provider: () => Provider | null
  /** May change while the server runs. */
  readonly settings: OidcRules
  readonly sessions: Pick<Sessions, 'begin'>
  readonly invitations: Pick<Invitations, 'acceptVerified'>
  readonly passwords: Passwords
  /** Of wrong passwords, and of wrong answers. */
  readonly failures: FailedAttempts
  readonly now: () => number
  readonly newId: NewId
  readonly roleChanged: ClaimedRolesParts['roleChanged']
  /** Called after every change of a user. */
  readonly changed: () => void
  /** Writes a line to the log. */
  readonly note: (fields: object, message: string) => void
}

/** How people sign in here. */
interface Ways {
  readonly isByPassword: boolean
  /** Name of the provider; null for none. */
  readonly provider: string | null
}

/** Where to send the browser, and the value of the cookie that belongs to it. */
interface Asked {
  readonly url: string
  readonly cookie: string
}

/** What the browser comes back with. */
interface Answer extends Pick<Browser, 'address'> {
  /** The query of its address. */
  readonly response: string
  /** Null if there is none. */
  readonly cookie: string | null
  readonly requestId: string
}

interface SigningIn extends Answer, Omit<Browser, 'isByOidc'> {
  readonly language: Language
}

/** The link of a user, as its owner sees it. */
export interface OidcView {
  /** Name of the provider; null for none. */
  readonly provider: string | null
  /** Null without a link to this provider. */
  readonly link: OidcLink | null
}

/** Used ones that are remembered; what came before has expired, or is refused by the provider. */
const MAX_TAKEN = 10_000

export type Oidc = ReturnType<typeof createOidc>

export function createOidc(parts: OidcParts) {
  const questions = createQuestions(parts)
  return { ...createSigningIn(parts, questions), ...createLinking(parts, questions) }
}

type Questions = ReturnType<typeof createQuestions>

/** Questions to the provider, and the check of their answers. */
function createQuestions({ provider, vault, failures, now, note }: OidcParts) {
  const take = createTaking(now)
  const requireProvider = (): Provider => {
    const found = provider()
    if (found) return found
    throw new GalleyError('conflict', 'This server has no provider of OpenID Connect.')
  }
  /** What a cookie binds; null if it is none, is for something else, or is over. */
  const bindingIn = (cookie: string | null, use: string): Binding | null => {
    const [found, at, state = '', nonce = '', verifier = ''] = unsealed(vault, cookie).split(' ')
    if (found !== use || !(Number(at) > now() - OIDC_MS)) return null
    return take(state) ? { state, nonce, verifier } : null
  }
  return {
    requireProvider,

    /** @param use what the answer is for; without blanks */
    async ask(use: string): Promise<Asked> {
      const { url, binding } = await requireProvider().ask()
      const { state, nonce, verifier } = binding
      const text = [use, now(), state, nonce, verifier].join(' ')
      return { url, cookie: vault.seal(text).toString('base64url') }
    },

    /** Who has answered. Wrong answers count by address; whoever goes on with a right one forgives it. */
    async identify(
      { response, cookie, address, requestId }: Answer,
      use: string,
    ): Promise<{ readonly identity: Identity; readonly forgive: () => void }> {
      const from = requireProvider()
      const places = [{ name: `answers from ${networkOf(address)}` }]
      const { isBlocked, tooMany } = failures.count(places)
      if (isBlocked) throw tooMany ?? notForThis(from.name)
      try {
        const binding = bindingIn(cookie, use)
        if (!binding) throw notForThis(from.name, new Error('no cookie for this answer'))
        const identity = await from.identify(response, binding)
        return { identity, forgive: () => failures.forgive(places) }
      } catch (error) {
        const fields = { address, requestId, reason: reasonOf(error) }
        if (tooMany === null) note(fields, 'an answer of the OpenID Connect provider was refused')
        throw tooMany ?? error
      }
    },
  }
}

/** The first word of a text that was sealed here says what it is. Anything else is empty. */
function unsealed(vault: Pick<Vault, 'open'>, cookie: string | null): string {
  try {
    return vault.open(Buffer.from(cookie ?? '', 'base64url'))
  } catch {
    return ''
  }
}

/** A function that is true once for each text, within the time of an answer. */
function createTaking(now: () => number): (text: string) => boolean {
  const taken = new Map<string, number>()
  return (text) => {
    if (taken.has(text)) return false
    taken.set(text, now())
    for (const [oldest, at] of taken) {
      if (taken.size <= MAX_TAKEN && at > now() - OIDC_MS) break
      taken.delete(oldest)
    }
    return true
  }
}

/** Codes and clauses, for the operator: none of them has a secret. */
function reasonOf(error: unknown): string {
  const causes: string[] = []
  for (let at = error; at instanceof Error && causes.length < 4; at = at.cause) {
    if (!(at instanceof GalleyError)) causes.push(`${at.message} ${codeOf(at)}`.trim())
  }
  return causes.join(': ')
}

const SIGN_IN = 'oidc-sign-in'

function createSigningIn(parts: OidcParts, questions: Questions) {
  const { records, provider, note } = parts
  return {
    ways: (): Ways => ({
      isByPassword: !parts.settings.oidcOnly,
      provider: provider()?.name ?? null,
    }),

    /** @throws GalleyError `conflict` without a provider; `unavailable` */
    ask: (): Promise<Asked> => questions.ask(SIGN_IN),

    /**
     * Starts a session for whoever the provider says it is; makes the account if there is an invitation.
     *
     * @throws GalleyError `unauthorized` for an answer that is not valid; `forbidden` for somebody who is not known here;
     *   `conflict` without a provider, and for an address that was somebody else's; `unavailable`; `rate_limited`
     */
    async signIn({ language, ...input }: SigningIn): Promise<MadeSession> {
      const { identity, forgive } = await questions.identify(input, SIGN_IN)
      const { address, requestId } = input
      const { subject } = identity
      let user: User
      try {
        user = await ranked(parts, userOf(parts, identity, language), { ...identity, ...input })
        await applyClaimedRoles(parts, user, { ...identity, ...input })
      } catch (error) {
        note({ subject, address, requestId, reason: messageOf(error) }, 'a sign-in was refused')
        throw error
      }
      forgive()
      records.users.setLanguage(user.id, language)
      // Anybody may be let in, also before whoever has set the server up.
      if (user.isAdmin) records.settings.delete(FIRST_START)
      const fields = { userId: user.id, email: user.email, subject, address, requestId }
      note(fields, 'a user signed in with the OpenID Connect provider')
      return parts.sessions.begin(user, { ...input, isByOidc: true })
    },
  }
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : '')

/** The user who is linked to somebody, or now becomes so. */
function userOf(parts: OidcParts, identity: Identity, language: Language): User {
  const { records, now } = parts
  const { issuer, subject, email } = identity
  const linked = records.oidcLinks.findBySubject(issuer, subject)
  if (linked) return records.users.get(linked.userId)
  const name = parts.provider()?.name ?? ''
  if (email === null) throw unverified(name)
  const known = records.users.findByEmail(email)
  if (known) requireLinkable(parts, known, name)
  const user = known ?? newUser(parts, { ...identity, email, language })
  records.oidcLinks.put({ userId: user.id, issuer, subject, createdAt: now() })
  parts.changed()
  return user
}

interface Ranking extends Pick<Identity, 'isAdmin'>, Pick<Answer, 'address' | 'requestId'> {}

/** The user with the right that the groups there give or take. The last administrator stays one. */
async function ranked(parts: OidcParts, user: User, ranking: Ranking): Promise<User> {
  const { isAdmin, address, requestId } = ranking
  if (isAdmin === null || user.isAdmin === isAdmin) return user
  const { records, audit, note } = parts
  const fields = { userId: user.id, email: user.email, address, requestId }
  const updated = { ...user, isAdmin, updatedAt: parts.now() }
  try {
    records.users.update(updated, null)
  } catch (error) {
    if (!(error instanceof GalleyError) || error.code !== 'conflict') throw error
    note(fields, 'the last administrator stays one, although no group of the provider says so')
    return user
  }
  parts.changed()
  note(fields, isAdmin ? 'a user became an administrator' : 'a user is no administrator any more')
  const operation = isAdmin ? 'addAdminByOidc' : 'removeAdminByOidc'
  const row = { actor: { kind: 'server' }, operation, target: user.id, siteId: null } as const
  await audit.record({ ...row, address, requestId, outcome: 'done', status: null })
  return updated
}

/**
 * Whoever gave themselves an address that nobody has checked may wait in that account for its owner. And an address that one
 * person of the provider was known by may be another's now.
 */
function requireLinkable({ records, provider }: OidcParts, user: User, name: string): void {
  const { email } = user
  if (records.oidcLinks.find(user.id)?.issuer === provider()?.issuer) {
    const message = `The account with the address ${email} is linked to another person of ${name}: unlink it there, or ask an administrator.`
    throw new GalleyError('forbidden', message)
  }
  if (records.addresses.ownersOf([email]).get(emailKey(email)) === user.id) return
  const message = `Nobody has checked the address of the account ${email}: sign in with its password, and link it to ${name} there.`
  throw new GalleyError('forbidden', message)
}

function unverified(name: string): GalleyError {
  const message = `${name} names no verified address: sign in with your password, and link your account to ${name} there.`
  return new GalleyError('forbidden', message)
}

interface NewPerson extends Omit<Identity, 'email'> {
  readonly email: string
  readonly language: Language
}

/** @throws GalleyError `forbidden` without an invitation, unless everybody gets an account */
function newUser(parts: OidcParts, person: NewPerson): User {
  const { records } = parts
  const { email, firstname, lastname, language } = person
  const invited = parts.invitations.acceptVerified(person)
  if (invited) return invited
  if (parts.settings.oidcUnknown !== 'create') {
    const message = `Nobody here has the address ${email}: ask an administrator for an invitation.`
    throw new GalleyError('forbidden', message)
  }
  refuseServersOwn(email)
  const at = parts.now()
  const times = { createdAt: at, updatedAt: at }
  const rights = { isAdmin: false, maxSites: null }
  const user: User = { id: parts.newId(), email, firstname, lastname, ...rights, ...times }
  records.together(() => {
    records.users.create(user, null)
    records.users.setLanguage(user.id, language)
    newKeyPair(parts, user.id)
  })
  return user
}

/** What users do with their own link. */
function createLinking(parts: OidcParts, questions: Questions) {
  const { records, provider, note } = parts
  const { oidcLinks } = records
  const linkOf = (userId: string): OidcLink | null => {
    const link = oidcLinks.find(userId)
    return link?.issuer === provider()?.issuer ? link : null
  }
  const useOf = (user: User) => `oidc-link-${user.id}`
  return {
    view: (actor: Actor): OidcView => ({
      provider: provider()?.name ?? null,
      link: linkOf(personOf(actor).id),
    }),

    /**
     * Begins to link the account that is signed in: with its password, since who is linked can sign in ever after.
     *
     * @throws GalleyError `validation_failed` for a wrong password; `conflict` without a provider; `unavailable`
     */
    async askToLink(actor: Actor, currentPassword: string): Promise<Asked> {
      const user = personOf(actor)
      questions.requireProvider()
      await checkPassword(parts, user.id, currentPassword)
      parts.access.renew(actor)
      return questions.ask(useOf(user))
    },

    /** @throws GalleyError as `signIn`; `conflict` also if another account is linked to whoever has answered */
    async link(actor: Actor, answer: Answer): Promise<OidcView> {
      const user = personOf(actor)
      const { identity, forgive } = await questions.identify(answer, useOf(user))
      parts.access.renew(actor)
      const { issuer, subject } = identity
      oidcLinks.put({ userId: user.id, issuer, subject, createdAt: parts.now() })
      forgive()
      note({ userId: user.id, subject, ...byOf(actor) }, 'a user was linked to OpenID Connect')
      return { provider: provider()?.name ?? null, link: linkOf(user.id) }
    },

    /**
     * Ends the sessions that the provider began, too, but for that of the request.
     *
     * @throws GalleyError `not_found` without a link; `conflict` if there is no other way to sign in
     */
    unlink(actor: Actor): void {
      const { id } = personOf(actor)
      if (!oidcLinks.find(id)) throw notFound('link')
      const isOnly = parts.settings.oidcOnly
      if (isOnly || records.users.passwordHash(id) === null) {
        throw new GalleyError('conflict', isOnly ? ONLY_WAY : NO_PASSWORD)
      }
      oidcLinks.delete(id)
      records.sessions.deleteByOidc(id, sessionOf(actor))
      note({ userId: id, ...byOf(actor) }, 'a user was unlinked from OpenID Connect')
    },
  }
}

const ONLY_WAY = 'There would be no way left to sign in: this server takes no passwords.'
const NO_PASSWORD =
  'There would be no way left to sign in: set a password first, by the link for a forgotten one.'

/** A check that refuses all passwords where people sign in with the provider alone. */
export function passwordRule({ settings, provider }: Pick<OidcParts, 'settings' | 'provider'>) {
  /** @throws GalleyError `forbidden` */
  return (): void => {
    if (!settings.oidcOnly) return
    const message = `This server takes no passwords: sign in with ${provider()?.name ?? 'OpenID Connect'}.`
    throw new GalleyError('forbidden', message)
  }
}
