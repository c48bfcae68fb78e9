/**
 * Who made a commit, as entries and histories compare it: a user whom the server itself wrote down
 * ({@link userKey}), else the e-mail address that the author gave, which may be anybody's.
 */
export type AuthorKey = string

// No address that git reads holds a `>`, so that none can pass for a user.
const USER = 'user>'

/** The key of what a user made through the server. */
export function userKey(userId: string): AuthorKey {
  return `${USER}${userId}`
}

/** Id of the user that a key names, null for the key of an address. */
export function userIdOf(key: AuthorKey): string | null {
  return key.startsWith(USER) ? key.slice(USER.length) : null
}

/** One step of `main` as the index keeps it, for history. */

/** `time` in seconds since the Unix epoch, `seq` from 1 in the order of `main`. */
export interface CommitFacts {
  readonly seq: number
  readonly oid: string
  readonly authorName: string
  readonly authorEmail: string
  readonly authorKey: AuthorKey
  readonly time: number
  readonly message: string
}

/** A commit that touched a path. */
export interface Revision extends CommitFacts {
  /** The path as it was called then. */
  readonly path: string
  /** oid of the content, null where the commit deleted it. */
  readonly blob: string | null
}
