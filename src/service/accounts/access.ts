/**
 * Checks permissions: may this actor do this on this site? Every use case calls it first. A site on which the actor
 * has no role is reported as not found, so nobody learns that it exists.
 *
 * @see src/http/README.md (Conventions; Roles)
 */

import { GalleyError, notFound } from '../../errors.js'
import { isActiveContent } from '../../model/active-content.js'
import type { Entry, OwnedEntry, PermittedEntry } from '../../model/entry.js'
import type { EntrySubject, EntryAction, SiteAction } from '../../model/policy.js'
import { entryRights, mayOnEntry, mayOnSite } from '../../model/policy.js'
import type { RoleKind } from '../../model/role.js'
import type { SiteRecord } from '../../model/site.js'
import type { Actor, User } from '../../model/user.js'
import type { Records } from '../../store/records/records.js'
import type { Readiness } from '../branch/readiness.js'

type ActingUser = Extract<Actor, { kind: 'user' }>

/** A site, and the actor's role on it. */
export interface SiteAccess {
  readonly site: SiteRecord
  /** Server administrators and the server itself count as admins. */
  readonly role: RoleKind
}

export interface Access {
  /**
   * @throws GalleyError `not_found` without a role on the site; `forbidden` if the role does not allow the action;
   *   `unavailable` while the site is being indexed
   */
  onSite(actor: Actor, siteId: string, action: SiteAction): SiteAccess
  /** As `onSite`, for clones and pushes: also of a site that is set aside, since a push can mend it. */
  atRepository(actor: Actor, siteId: string): SiteAccess
  /** The role on a site; null for none. */
  roleOn(actor: Actor, siteId: string): RoleKind | null
  /** The same for the user with this id. */
  roleOfUser(userId: string, siteId: string): RoleKind | null
  /**
   * True if an actor may still see a site: the user, the role, and the key or session still exist. For streams that
   * continue long after their request was checked.
   */
  isStillOn(actor: Actor, siteId: string): boolean
  /** True while the user and the key or session of the actor still exist. */
  isStillThere(actor: Actor): boolean
  /** The current role; null if {@link isStillOn} is false. */
  roleStillOn(actor: Actor, siteId: string): RoleKind | null
  /**
   * The actor with the user's current rights, for a request that began some time ago.
   *
   * @throws GalleyError `unauthorized` if the user, or the key or session of the request, no longer exists
   */
  readonly renew: (actor: Actor) => Actor
}

/** Creates the checks. With `readiness`, a site that is not ready is `unavailable`. */
export function createAccess(
  records: Pick<Records, 'sites' | 'roles' | 'users' | 'keys' | 'sessions'>,
  readiness?: Pick<Readiness, 'require' | 'requireRepository'>,
): Access {
  const roleOn = (actor: Actor, siteId: string): RoleKind | null => {
    if (actor.kind === 'server' || actor.user.isAdmin) return 'admin'
    return records.roles.findFor(siteId, actor.user.id)?.kind ?? null
  }
  const userNow = ({ user, key, session }: ActingUser): User | null => {
    if (key !== undefined && records.keys.findByKey(key)?.user.id !== user.id) return null
    if (session && !records.sessions.find(session.id)) return null
    return records.users.find(user.id)
  }
  const roleStillOn = (actor: Actor, siteId: string): RoleKind | null => {
    if (actor.kind === 'server') return 'admin'
    const user = userNow(actor)
    return user && roleOn({ kind: 'user', user }, siteId)
  }
  const allowed = (actor: Actor, siteId: string, action: SiteAction): SiteAccess => {
    const site = records.sites.find(siteId)
    const role = site && roleOn(actor, siteId)
    if (!site || !role) throw notFound('site')
    if (!mayOnSite(role, action)) throw refused()
    return { site, role }
  }
  return {
    roleOn,
    roleOfUser(userId, siteId) {
      const user = records.users.find(userId)
      return user && roleOn({ kind: 'user', user }, siteId)
    },
    roleStillOn,
    renew(actor) {
      if (actor.kind === 'server') return actor
      const user = userNow(actor)
      if (user) return { ...actor, user }
      throw new GalleyError(
        'unauthorized',
        'The credentials were valid when the request began, but are not any more.',
      )
    },
    isStillThere: (actor) => actor.kind === 'server' || userNow(actor) !== null,
    isStillOn: (actor, siteId) => roleStillOn(actor, siteId) !== null,
    onSite(actor, siteId, action) {
      const access = allowed(actor, siteId, action)
      // A site that is not ready can still be deleted.
      if (action !== 'site.delete') readiness?.require(siteId)
      return access
    },
    atRepository(actor, siteId) {
      const access = allowed(actor, siteId, 'source.use')
      readiness?.requireRepository(siteId)
      return access
    },
  }
}

/**
 * Checks an action on one document, page or collection file. One that the actor may not read is reported as not
 * found.
 *
 * @throws GalleyError `not_found`, `forbidden`
 */
export function requireOnEntry(
  role: RoleKind,
  action: EntryAction,
  subject: EntrySubject & { readonly name: string },
): void {
  if (!mayOnEntry(role, 'read', subject)) throw notFound(subject.name)
  if (!mayOnEntry(role, action, subject)) throw refused()
}

/**
 * Checks an upload. Texts of writers wait for a publisher, so writers may not upload files that run scripts either.
 *
 * @throws GalleyError `forbidden`
 */
export function requireOnUpload(role: RoleKind, path: string): void {
  if (mayPut(role, { kind: 'file', path })) return
  const name = path.slice(path.lastIndexOf('/') + 1)
  throw new GalleyError(
    'forbidden',
    `Writers may not upload files that can run scripts or programs, such as ${name}: ask a publisher or an admin to upload it.`,
  )
}

function mayPut(role: RoleKind, { kind, path }: Pick<Entry, 'kind' | 'path'>): boolean {
  return role !== 'writer' || kind !== 'file' || !isActiveContent(path)
}

/** Adds to entries of a site what the actor may do with them. */
export function permitting(
  access: Pick<Access, 'roleOn'>,
  actor: Actor,
  siteId: string,
): (owned: OwnedEntry) => PermittedEntry {
  const role = access.roleOn(actor, siteId)
  return (owned) => {
    const { kind, visibility } = owned.entry
    const isOwn = actor.kind === 'server' || owned.userId === actor.user.id
    const noun = kind === 'file' ? 'file' : 'text'
    if (role === null) return { ...owned, rights: NO_RIGHTS }
    const rights = entryRights(role, { noun, visibility, isOwn })
    return { ...owned, rights: { ...rights, update: rights.update && mayPut(role, owned.entry) } }
  }
}

const NO_RIGHTS = { update: false, delete: false, publish: false }

/** @throws GalleyError `forbidden` unless the actor is a server administrator or the server itself */
export function requireServerAdmin(actor: Actor): void {
  if (actor.kind === 'user' && !actor.user.isAdmin) throw refused()
}

/** The user who acts. @throws GalleyError `forbidden` for the server itself */
export function personOf(actor: Actor): User {
  if (actor.kind === 'user') return actor.user
  throw refused()
}

/** The user whose share of a limited resource is used; undefined for the server itself. */
export function askerOf(actor: Actor): string | undefined {
  return actor.kind === 'user' ? actor.user.id : undefined
}

/** Who did something, for a line in the log; null for the server itself. */
export function byOf(actor: Actor) {
  const requestId = actor.kind === 'user' && { requestId: actor.requestId }
  return { by: askerOf(actor) ?? null, ...requestId }
}

function refused(): GalleyError {
  return new GalleyError('forbidden', 'Your role does not allow this.')
}
