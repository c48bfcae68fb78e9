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
import { isOver, type TokenBounds } from '../../model/token.js'
import type { Actor, User } from '../../model/user.js'
import { setOf, withoutSet, type ChangeSet } from '../../model/change-set.js'
import type { Records } from '../../store/records/records.js'
import type { ReadOnly } from '../branch/read-only.js'
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
   * With the key of a change set, `site.id` of the result is that key.
   *
   * @throws GalleyError `not_found` without a role on the site, and for a set that is not open, or of somebody else for
   *   writers; `forbidden` if the role does not allow the action; `unavailable` while the site is being indexed. Of a
   *   site that moves to another server, both for all but reading
   */
  onSite(actor: Actor, siteId: string, action: SiteAction): SiteAccess
  /** As `onSite`, for clones and pushes: also of a site that is set aside, since a push can mend it. */
  atRepository(actor: Actor, siteId: string): SiteAccess
  /** The role on a site; null for none. */
  roleOn(actor: Actor, siteId: string): RoleKind | null
  /** The same for the user with this id. */
  roleOfUser(userId: string, siteId: string): RoleKind | null
  /**
   * True if an actor may still see a site: the user, the role, and the key, token or session still exist. For streams that
   * continue long after their request was checked.
   */
  isStillOn(actor: Actor, siteId: string): boolean
  /** True while the user and the key, token or session of the actor still exist. */
  isStillThere(actor: Actor): boolean
  /** The current role; null if {@link isStillOn} is false. */
  roleStillOn(actor: Actor, siteId: string): RoleKind | null
  /**
   * The actor with the user's current rights, for a request that began some time ago.
   *
   * @throws GalleyError `unauthorized` if the user, or the key, token or session of the request, no longer exists
   */
  readonly renew: (actor: Actor) => Actor
}

/** What keeps even those from a site whose role allows it. */
interface Hindrances {
  /** A site that is not ready is `unavailable`. */
  readonly readiness: Pick<Readiness, 'require' | 'requireRepository'>
  /** A site that moves to another server can only be read. */
  readonly readOnly: Pick<ReadOnly, 'require'>
}

export function createAccess(
  records: AccessRecords,
  now: () => number,
  { readiness, readOnly }: Partial<Hindrances> = {},
): Access {
  const roleOn = (actor: Actor, key: string): RoleKind | null => {
    const siteId = withoutSet(key)
    if (actor.kind === 'server') return 'admin'
    if (!isWithin(actor.token, siteId)) return null
    if (actor.user.isAdmin) return 'admin'
    return records.roles.findFor(siteId, actor.user.id)?.kind ?? null
  }
  const userNow = ({ user, key, session, token }: ActingUser): User | null => {
    if (key !== undefined && records.keys.findByKey(key)?.user.id !== user.id) return null
    if (session && !records.sessions.find(session.id)) return null
    const found = token && records.tokens.find(token.id)
    if (token && (!found || isOver(found.token, now()))) return null
    return records.users.find(user.id)
  }
  const roleStillOn = (actor: Actor, siteId: string): RoleKind | null => {
    if (actor.kind === 'server') return 'admin'
    const user = userNow(actor)
    return user && roleOn({ ...actor, user }, siteId)
  }
  const allowed = createGate(records, roleOn)
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
      if (action !== 'site.delete') {
        readiness?.require(withoutSet(siteId))
        if (actor.kind === 'user' && actor.isReading !== true) readOnly?.require(withoutSet(siteId))
      }
      if (setOf(siteId) !== null) readiness?.require(siteId)
      return access
    },
    atRepository(actor, siteId) {
      const access = allowed(actor, siteId, 'source.use')
      readiness?.requireRepository(siteId)
      return access
    },
  }
}

type AccessRecords = Pick<
  Records,
  'sites' | 'roles' | 'users' | 'keys' | 'sessions' | 'tokens' | 'changeSets'
>

/** Makes the check of a role on a site or in a change set. */
function createGate(
  records: Pick<AccessRecords, 'sites' | 'changeSets'>,
  roleOn: Access['roleOn'],
) {
  return (actor: Actor, key: string, action: SiteAction): SiteAccess => {
    const site = records.sites.find(withoutSet(key))
    const role = site && roleOn(actor, site.id)
    if (!site || !role) throw notFound('site')
    const setId = setOf(key)
    if (setId !== null) requireOpen(actor, role, records.changeSets.find(site.id, setId))
    if (!mayOnSite(role, action)) throw refused()
    return { site: { ...site, id: key }, role }
  }
}

/** @throws GalleyError `not_found` */
function requireOpen(actor: Actor, role: RoleKind, set: ChangeSet | null): void {
  if (!set || !mayUseSet(actor, role, set)) throw notFound('change set')
  if (set.state !== 'open') throw notFound(`open change set: it was ${set.state}`)
}

/** Whether somebody with a role on the site may see and change a set: what writers get is their own. */
export function mayUseSet(actor: Actor, role: RoleKind, { userId }: Pick<ChangeSet, 'userId'>) {
  return role !== 'writer' || (actor.kind === 'user' && actor.user.id === userId)
}

/** True if a request may know of a site: without a token, and with one of all sites or of this one. */
function isWithin(token: TokenBounds | undefined, siteId: string): boolean {
  return !token?.siteIds || token.siteIds.includes(siteId)
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
    const isInSet = setOf(siteId) !== null
    const rights = entryRights(role, { noun, visibility, isOwn, isInSet })
    if (isForDrafts(actor, siteId)) {
      const update = rights.update && noun === 'text' && visibility !== 'visible'
      return { ...owned, rights: { ...NO_RIGHTS, update } }
    }
    return { ...owned, rights: { ...rights, update: rights.update && mayPut(role, owned.entry) } }
  }
}

const NO_RIGHTS = { update: false, delete: false, publish: false }

/**
 * The role with which an actor makes texts: a token with scope `draft`, and without `write`, makes drafts and hidden texts
 * only, as writers do.
 */
export function makingRole(actor: Actor, { site, role }: SiteAccess): RoleKind {
  return isForDrafts(actor, site.id) ? 'writer' : role
}

/**
 * For a change of a text by such a token, whoever made the text.
 *
 * @param after the visibility that it asks for, if any
 * @throws GalleyError `forbidden` if the text is visible, or would become so
 */
export function requireDraft(
  actor: Actor,
  { siteId, visibility: before }: Pick<Entry, 'siteId' | 'visibility'>,
  after = before,
): void {
  if (!isForDrafts(actor, siteId) || (before !== 'visible' && after === before)) return
  throw new GalleyError(
    'forbidden',
    'The token may only change drafts and hidden texts, and leaves them so: ask somebody to do this, or make a token with scope write.',
  )
}

/** @param siteId that of a change set, in which the scope `sets` is as `write` */
function isForDrafts(actor: Actor, siteId: string): boolean {
  const scopes = (actor.kind === 'user' && actor.token?.scopes) || []
  const mayWrite = scopes.includes('write') || (setOf(siteId) !== null && scopes.includes('sets'))
  return scopes.includes('draft') && !mayWrite
}

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
