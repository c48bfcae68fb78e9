/** Users: the own account, the users of a site, and the administrators' list. @see src/http/README.md (Users) */

import { randomBytes } from 'node:crypto'
import { GalleyError, notFound } from '../../errors.js'
import type { NewId } from '../../model/ids.js'
import type { Role } from '../../model/role.js'
import { emailKey, type Actor, type EmailSource, type User } from '../../model/user.js'
import type { Page, Window } from '../../store/page.js'
import type { Records } from '../../store/records/records.js'
import { byOf, personOf, requireServerAdmin, type Access } from './access.js'
import { FIRST_START } from './authentication.js'
import { checkPassword, wrongPassword } from './current-password.js'
import type { FailedAttempts } from './failed-attempts.js'
import type { Passwords } from './passwords.js'
import { SERVER_AUTHOR } from '../branch/authors.js'
import type { Vault } from './vault.js'

/** A key pair with its secret, for its owner. */
interface KeyPair {
  readonly apiKey: string
  readonly apiSecret: string
}

/** The fields of a user; omitted ones stay unchanged. */
interface UserInput {
  readonly email?: string | undefined
  readonly password?: string | undefined
  readonly firstname?: string | undefined
  readonly lastname?: string | undefined
  readonly admin?: boolean | undefined
  readonly max_sites?: number | null | undefined
}

interface UsersParts {
  readonly records: Records
  readonly access: Access
  readonly vault: Vault
  readonly passwords: Passwords
  /** Counts wrong passwords, so that the owner of a key cannot guess the password. */
  readonly failures: FailedAttempts
  readonly now: () => number
  readonly newId: NewId
  /** Called after every change of a user. */
  readonly changed: () => void
  /** Says whether a user lacks the second factor that the server wants. */
  readonly isLimited: (user: User) => boolean
  /** Called with the id of a user whose password was changed. */
  readonly passwordChanged: (userId: string) => void
  /** Writes a line to the log. */
  readonly note: (fields: object, message: string) => void
}

export type Users = ReturnType<typeof createUsers>

export function createUsers(parts: UsersParts) {
  return { ...createOwnAccount(parts), ...createLists(parts), ...createAdministration(parts) }
}

/** What users do with their own account. */
function createOwnAccount(parts: UsersParts) {
  const { records, vault } = parts
  return {
    me: (actor: Actor): User => personOf(actor),

    /**
     * The current key pair, for a password; it stays the same until it is rotated.
     *
     * @throws GalleyError `second_factor_required` if the server wants one, and the user has none yet
     */
    keyPair(actor: Actor): KeyPair {
      const user = personOf(actor)
      if (parts.isLimited(user)) throw setUpFirst()
      const pair = records.keys.findByUser(user.id)
      if (!pair) return newKeyPair(parts, user.id)
      return { apiKey: pair.key, apiSecret: vault.open(pair.sealedSecret) }
    },

    /** Creates a new key pair; the old one stops working. */
    rotate: (actor: Actor): KeyPair => newKeyPair(parts, personOf(actor).id),

    /**
     * @throws GalleyError `validation_failed` if a new password or e-mail address comes without the current password;
     *   `rate_limited` after too many wrong ones
     */
    async updateMe(
      actor: Actor,
      input: Omit<UserInput, 'admin' | 'max_sites'> &
        WithVersion & { readonly current_password?: string | undefined },
    ): Promise<User> {
      const user = personOf(actor)
      input.isCurrent?.(user)
      const isGuarded = input.password !== undefined || isOther(input.email, user.email)
      const given = input.current_password ?? ''
      const known = isGuarded ? await checkPassword(parts, user.id, given) : undefined
      const source = user.isAdmin ? 'admin' : 'self'
      const check = () => void parts.access.renew(actor)
      const keptSession = sessionOf(actor)
      return applyUpdate(parts, user.id, { ...input, source, known, keptSession, check, actor })
    },
  }
}

/** Lists of users. */
function createLists({ records, access }: UsersParts) {
  return {
    ofSite(
      actor: Actor,
      siteId: string,
      window: Window,
    ): Page<{ readonly user: User; readonly role: Role }> {
      access.onSite(actor, siteId, 'users.read')
      return records.roles.listForSite(siteId, window)
    },

    /** @param q words that must all occur in names or address */
    list(actor: Actor, window: Window, q?: string): Page<User> {
      requireServerAdmin(actor)
      return records.users.list(window, q)
    },

    get(actor: Actor, id: string): User {
      requireServerAdmin(actor)
      return records.users.get(id)
    },

    /** @throws GalleyError `not_found` */
    findByEmail(actor: Actor, email: string): User {
      requireServerAdmin(actor)
      const user = records.users.findByEmail(email)
      if (!user) throw new GalleyError('not_found', `There is no user with the address ${email}.`)
      return user
    },
  }
}

/** What administrators do with other accounts. */
function createAdministration(parts: UsersParts) {
  const { records, access } = parts
  // A password takes a while to hash.
  const stillAdmin = (actor: Actor) => requireServerAdmin(access.renew(actor))
  return {
    /** Creates a user with a key pair. @throws GalleyError `conflict` if the address is taken */
    async create(actor: Actor, input: UserInput & { readonly email: string }): Promise<User> {
      requireServerAdmin(actor)
      refuseServersOwn(input.email)
      const at = parts.now()
      const user: User = {
        id: parts.newId(),
        email: input.email,
        firstname: input.firstname ?? '',
        lastname: input.lastname ?? '',
        isAdmin: input.admin ?? false,
        maxSites: input.max_sites ?? null,
        createdAt: at,
        updatedAt: at,
      }
      const hash = input.password === undefined ? null : await parts.passwords.hash(input.password)
      stillAdmin(actor)
      records.users.create(user, hash)
      newKeyPair(parts, user.id)
      parts.changed()
      noteRights(parts, actor, { before: false, user })
      return user
    },

    async update(actor: Actor, id: string, input: UserInput & WithVersion): Promise<User> {
      requireServerAdmin(actor)
      const check = () => stillAdmin(actor)
      const keptSession = sessionOf(actor)
      return applyUpdate(parts, id, { ...input, source: 'admin', keptSession, check, actor })
    },

    delete(actor: Actor, id: string, isCurrent?: (user: User) => void): void {
      requireServerAdmin(actor)
      isCurrent?.(records.users.get(id))
      if (!records.users.delete(id)) throw notFound('user')
      parts.changed()
      parts.note({ userId: id, ...byOf(actor) }, 'a user was deleted')
    },

    /** The key pair of another user, for the command line. */
    keyPairOf(actor: Actor, id: string): KeyPair {
      requireServerAdmin(actor)
      const pair = records.keys.findByUser(records.users.get(id).id)
      if (!pair) return newKeyPair(parts, id)
      return { apiKey: pair.key, apiSecret: parts.vault.open(pair.sealedSecret) }
    },
  }
}

/** True if the address differs from the current one; case does not matter. */
function isOther(email: string | undefined, now: string): boolean {
  return email !== undefined && emailKey(email) !== emailKey(now)
}

interface WithVersion {
  /** Throws if the change is meant for another version of the user. */
  readonly isCurrent?: (user: User) => void
}

interface UserUpdate extends UserInput, WithVersion {
  readonly actor: Actor
  readonly source: EmailSource
  /** The session that a new password does not end. */
  readonly keptSession: string | null
  /** The hash that the given current password was compared with. */
  readonly known?: string | null | undefined
  /** Called before anything is written. Throws if the actor may not do it any more. */
  readonly check: () => void
}

/** A new password ends the user's sessions. */
async function applyUpdate(parts: UsersParts, id: string, input: UserUpdate): Promise<User> {
  const { users, sessions } = parts.records
  refuseServersOwn(input.email)
  const hash = input.password === undefined ? null : await parts.passwords.hash(input.password)
  input.check()
  // Read after the wait, because the user may have been changed meanwhile.
  const user = users.get(id)
  input.isCurrent?.(user)
  // Of two parallel changes with the old password, only the first succeeds.
  if (input.known !== undefined && users.passwordHash(id) !== input.known) throw wrongPassword()
  const updated: User = {
    ...user,
    email: input.email ?? user.email,
    firstname: input.firstname ?? user.firstname,
    lastname: input.lastname ?? user.lastname,
    isAdmin: input.admin ?? user.isAdmin,
    maxSites: input.max_sites === undefined ? user.maxSites : input.max_sites,
    updatedAt: parts.now(),
  }
  // An unchanged address in a full update by an administrator does not count as confirmed.
  users.update(updated, isOther(input.email, user.email) ? input.source : null)
  parts.changed()
  noteRights(parts, input.actor, { before: user.isAdmin, user: updated })
  // A link that is under way went to the former address, or is not needed any more.
  if (hash !== null || isOther(input.email, user.email)) parts.records.resetLinks.deleteOfUser(id)
  if (hash !== null) {
    users.setPasswordHash(id, hash, updated.updatedAt)
    sessions.deleteOthers(id, input.keptSession)
    // The first-start link is not needed any more.
    if (parts.records.settings.find(FIRST_START) === id) parts.records.settings.delete(FIRST_START)
    parts.passwordChanged(id)
  }
  return updated
}

/** For somebody who has to set up a second factor before anything else. */
export function setUpFirst(): GalleyError {
  return new GalleyError(
    'second_factor_required',
    'This server wants a second factor: sign in to the admin with a browser, and set it up there.',
  )
}

interface Rights {
  /** True if the user was an administrator before. */
  readonly before: boolean
  readonly user: User
}

function noteRights({ note }: UsersParts, actor: Actor, { before, user }: Rights): void {
  if (user.isAdmin === before) return
  const message = before ? 'a user is no administrator any more' : 'a user became an administrator'
  note({ userId: user.id, email: user.email, ...byOf(actor) }, message)
}

/** Id of the actor's session. */
export function sessionOf(actor: Actor): string | null {
  return actor.kind === 'user' ? (actor.session?.id ?? null) : null
}

/** The owner of the server's address would own everything that was edited on disk. @throws GalleyError `conflict` */
export function refuseServersOwn(email: string | undefined): void {
  if (email === undefined || emailKey(email) !== SERVER_AUTHOR.email) return
  throw new GalleyError('conflict', 'The server itself has this e-mail address.', {
    details: [{ field: 'email', message: 'is taken' }],
  })
}

/** Creates a key pair: the key is the name, 256 random bits are the secret. */
export function newKeyPair(
  parts: Pick<UsersParts, 'records' | 'vault' | 'now'>,
  userId: string,
): KeyPair {
  const pair = {
    apiKey: randomBytes(16).toString('hex'),
    apiSecret: randomBytes(32).toString('hex'),
  }
  parts.records.keys.put({
    key: pair.apiKey,
    userId,
    secretHmac: parts.vault.digest(pair.apiSecret),
    sealedSecret: parts.vault.seal(pair.apiSecret),
    createdAt: parts.now(),
  })
  return pair
}
