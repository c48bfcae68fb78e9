/**
 * Assigns commit authors to users. The author is the user whom the server recorded in the commit; else the user who
 * got the commit's e-mail address from an administrator; else the site's owner. An address that a user has only
 * claimed gives no ownership.
 *
 * @see src/http/README.md (Conventions)
 */

import { userIdOf, userKey, type AuthorKey } from '../../model/commit.js'
import type { Entry, OwnedEntry } from '../../model/entry.js'
import { mayOnEntry } from '../../model/policy.js'
import type { RoleKind } from '../../model/role.js'
import type { SiteRecord } from '../../model/site.js'
import { emailKey, fullname, type Actor } from '../../model/user.js'
import type { Records } from '../../store/records/records.js'

/** Name and e-mail address, as in commits. */
export interface Author {
  readonly name: string
  readonly email: string
  /** Id of the user; none if the server itself acts. */
  readonly userId?: string
}

/** The server's own identity, for edits on disk and repairs. */
export const SERVER_AUTHOR: Author = { name: 'Galley', email: 'galley@localhost' }

/** The author for an actor. */
export function authorOf(actor: Actor): Author {
  if (actor.kind === 'server') return SERVER_AUTHOR
  const { user } = actor
  return { name: fullname(user), email: user.email, userId: user.id }
}

interface PeopleParts {
  readonly records: Pick<Records, 'users' | 'addresses'>
  readonly now: () => number
}

export interface Authors {
  /** To be called when users have changed: clears what was looked up. */
  readonly forget: () => void
  /** Ids of the users of authors on one site. Unknown authors count as its owner. */
  userIds(site: SiteRecord, keys: readonly AuthorKey[]): Map<AuthorKey, string>
  /**
   * For a writer: the author keys whose entries are listed besides visible ones. Undefined for users who see
   * everything.
   */
  keysFor(actor: Actor, role: RoleKind): AuthorKey[] | undefined
  /** Adds the owner to entries. */
  owned(site: SiteRecord, entries: readonly Entry[]): OwnedEntry[]
  ownedOne(site: SiteRecord, entry: Entry): OwnedEntry
  /** True if the actor made the entry. */
  isOwn(actor: Actor, site: SiteRecord, entry: Pick<Entry, 'createdBy'>): boolean
}

/** A user on a site, with the role. */
export interface Viewer {
  readonly actor: Actor
  readonly site: SiteRecord
  readonly role: RoleKind
}

/** True if a user may read an entry: all files, and the texts that the role allows. */
export function mayRead(
  authors: Pick<Authors, 'isOwn'>,
  { actor, site, role }: Viewer,
  { kind, visibility, createdBy }: Pick<Entry, 'kind' | 'visibility' | 'createdBy'>,
): boolean {
  const noun = kind === 'document' || kind === 'page' ? 'text' : 'file'
  const isOwn = authors.isOwn(actor, site, { createdBy })
  return mayOnEntry(role, 'read', { noun, visibility, isOwn })
}

/** How long users are cached: changes by another process count after this time. */
const FRESH_MS = 5000
const MAX_KNOWN = 10_000

export function createAuthors({ records, now }: PeopleParts): Authors {
  const known = new Map<AuthorKey, string | null>()
  let freshUntil = 0
  const lookUp = (keys: readonly AuthorKey[]): void => {
    if (now() > freshUntil || known.size > MAX_KNOWN) known.clear()
    const unknown = keys.filter((key) => !known.has(key))
    if (unknown.length === 0) return
    if (known.size === 0) freshUntil = now() + FRESH_MS
    const owners = records.addresses.ownersOf(unknown)
    for (const key of unknown) {
      const id = userIdOf(key)
      const ofUser = id === null ? null : (records.users.find(id)?.id ?? null)
      known.set(key, ofUser ?? owners.get(emailKey(key)) ?? null)
    }
  }
  const userIds = (site: SiteRecord, keys: readonly AuthorKey[]): Map<AuthorKey, string> => {
    lookUp(keys)
    return new Map(keys.map((key) => [key, known.get(key) ?? site.userId]))
  }
  const idOf = (site: SiteRecord, key: AuthorKey): string => {
    if (now() > freshUntil || !known.has(key)) lookUp([key])
    return known.get(key) ?? site.userId
  }
  const owned = (site: SiteRecord, entries: readonly Entry[]): OwnedEntry[] => {
    const ids = userIds(site, entries.flatMap(authorsOf))
    return entries.map((entry) => ({
      entry,
      userId: ids.get(entry.createdBy) ?? site.userId,
      editedById: entry.updatedBy === null ? null : (ids.get(entry.updatedBy) ?? site.userId),
    }))
  }
  return {
    forget: () => known.clear(),
    userIds,
    keysFor: (actor, role) => {
      if (role !== 'writer' || actor.kind !== 'user') return undefined
      return [userKey(actor.user.id), ...records.addresses.givenTo(actor.user.id)]
    },
    owned,
    ownedOne: (site, entry) => ({
      entry,
      userId: idOf(site, entry.createdBy),
      editedById: entry.updatedBy === null ? null : idOf(site, entry.updatedBy),
    }),
    isOwn: (actor, site, entry) => {
      if (actor.kind === 'server') return true
      return idOf(site, entry.createdBy) === actor.user.id
    },
  }
}

function authorsOf(entry: Entry): AuthorKey[] {
  return entry.updatedBy === null ? [entry.createdBy] : [entry.createdBy, entry.updatedBy]
}
