/**
 * Commit authors and users: an author is the user whom the server wrote down, else whoever was given
 * his e-mail address by an administrator, else the site's owner. An address that somebody only says
 * is his own makes him the owner of nothing.
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

/** Name and address as commits carry them. */
export interface Author {
  readonly name: string
  readonly email: string
  /** The user who acts; none where the server itself does. */
  readonly userId?: string
}

/** The server's own identity, for edits on disk and repairs. */
export const SERVER_AUTHOR: Author = { name: 'Galley', email: 'galley@localhost' }

/** Whoever acts, as an author. */
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
  /** Users have changed: nothing that was looked up holds any more. */
  readonly forget: () => void
  /** Ids of the users of authors, for one site; unknown ones give its owner. */
  userIds(site: SiteRecord, keys: readonly AuthorKey[]): Map<AuthorKey, string>
  /**
   * What a list is held to besides what is visible: for a writer the keys of the author of what is their
   * own; undefined for whoever sees everything.
   */
  keysFor(actor: Actor, role: RoleKind): AuthorKey[] | undefined
  /** Entries with their users. */
  owned(site: SiteRecord, entries: readonly Entry[]): OwnedEntry[]
  ownedOne(site: SiteRecord, entry: Entry): OwnedEntry
  /** Whether the actor made an entry. */
  isOwn(actor: Actor, site: SiteRecord, entry: Pick<Entry, 'createdBy'>): boolean
}

/** Somebody on a site. */
export interface Viewer {
  readonly actor: Actor
  readonly site: SiteRecord
  readonly role: RoleKind
}

/** Whether an entry is for somebody on its site: all files are, and the texts that the role may read. */
export function mayRead(
  authors: Pick<Authors, 'isOwn'>,
  { actor, site, role }: Viewer,
  { kind, visibility, createdBy }: Pick<Entry, 'kind' | 'visibility' | 'createdBy'>,
): boolean {
  const noun = kind === 'document' || kind === 'page' ? 'text' : 'file'
  const isOwn = authors.isOwn(actor, site, { createdBy })
  return mayOnEntry(role, 'read', { noun, visibility, isOwn })
}

/** Users that another process added or changed are known after so long. */
const FRESH_MS = 5000
const MOST_KNOWN = 10_000

export function createAuthors({ records, now }: PeopleParts): Authors {
  const known = new Map<AuthorKey, string | null>()
  let freshUntil = 0
  const lookUp = (keys: readonly AuthorKey[]): void => {
    if (now() > freshUntil || known.size > MOST_KNOWN) known.clear()
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
