/**
 * Commit authors and users: an author is whoever has his e-mail address, else the site's owner.
 *
 * @see decisions.md §1 (Timestamps)
 */

import type { Entry, OwnedEntry } from '../../model/entry.js'
import type { SiteRecord } from '../../model/site.js'
import { fullname, type Actor } from '../../model/user.js'
import type { Records } from '../../store/records/records.js'

/** Name and address as commits carry them. */
export interface Author {
  readonly name: string
  readonly email: string
}

/** The server's own identity, for edits on disk and repairs. */
export const SERVER_AUTHOR: Author = { name: 'Galley', email: 'galley@localhost' }

/** Whoever acts, as an author. */
export function authorOf(actor: Actor): Author {
  if (actor.kind === 'server') return SERVER_AUTHOR
  return { name: fullname(actor.user), email: actor.user.email }
}

interface PeopleParts {
  readonly records: Pick<Records, 'users'>
  readonly now: () => number
}

export interface Authors {
  /** Users have changed: nothing that was looked up holds any more. */
  readonly forget: () => void
  /** Ids of the users of addresses, for one site; unknown ones give its owner. */
  userIds(site: SiteRecord, emails: readonly string[]): Map<string, string>
  /** Entries with their users. */
  owned(site: SiteRecord, entries: readonly Entry[]): OwnedEntry[]
  ownedOne(site: SiteRecord, entry: Entry): OwnedEntry
  /** Whether the actor made an entry. */
  isOwn(actor: Actor, site: SiteRecord, entry: Pick<Entry, 'createdBy'>): boolean
}

/** Users that another process added or changed are known after so long. */
const FRESH_MS = 5000
const MOST_KNOWN = 10_000

export function createAuthors({ records, now }: PeopleParts): Authors {
  const known = new Map<string, string | null>()
  let freshUntil = 0
  const lookUp = (emails: readonly string[]): void => {
    if (now() > freshUntil || known.size > MOST_KNOWN) known.clear()
    const unknown = emails.filter((email) => !known.has(email))
    if (unknown.length === 0) return
    if (known.size === 0) freshUntil = now() + FRESH_MS
    const users = records.users.findManyByEmail(unknown)
    const byKey = new Map(users.map((user) => [addressKey(user.email), user.id]))
    for (const email of unknown) known.set(email, byKey.get(addressKey(email)) ?? null)
  }
  const userIds = (site: SiteRecord, emails: readonly string[]): Map<string, string> => {
    lookUp(emails)
    return new Map(emails.map((email) => [email, known.get(email) ?? site.userId]))
  }
  const idOf = (site: SiteRecord, email: string): string => {
    if (now() > freshUntil || !known.has(email)) lookUp([email])
    return known.get(email) ?? site.userId
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

function authorsOf(entry: Entry): string[] {
  return entry.updatedBy === null ? [entry.createdBy] : [entry.createdBy, entry.updatedBy]
}

function addressKey(email: string): string {
  return email.normalize('NFC').toLowerCase()
}
