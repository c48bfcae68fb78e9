/** Commits of `main` as the index keeps them, and their authors. */

/**
 * Identifies the author of a commit: a user, if the server made the commit ({@link userKey}), otherwise the e-mail
 * address in the commit, which proves nothing.
 */
export type AuthorKey = string

// An address in a commit has no `>`, so that none can be taken for a user.
const USER = 'user>'

/** The key for commits that a user made through the server. */
export function userKey(userId: string): AuthorKey {
  return `${USER}${userId}`
}

/** The user id in a key; null for an e-mail address. */
export function userIdOf(key: AuthorKey): string | null {
  return key.startsWith(USER) ? key.slice(USER.length) : null
}

/** `time` in seconds since the Unix epoch; `seq` counts from 1 in the order of `main`. */
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
  /** The path of the file at that commit. */
  readonly path: string
  /** oid of the content; null if the commit deleted the file. */
  readonly blob: string | null
}
