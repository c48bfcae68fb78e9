/**
 * Access tokens: credentials of a program, with less power than the user whom they stand for.
 *
 * @see src/http/README.md (Tokens)
 */

/**
 * What a token may do, within the role of its user: read; write texts that are not visible; write texts, files and
 * collections; publish, sync and cancel; use the source; change settings and roles; clone (and push, with `write`); create
 * and delete sites and administer users; write in change sets only.
 */
export const TOKEN_SCOPES = [
  'read',
  'draft',
  'write',
  'publish',
  'source',
  'settings',
  'git',
  'admin',
  'sets',
] as const

export type TokenScope = (typeof TOKEN_SCOPES)[number]

/** What bounds a request that came with a token. */
export interface TokenBounds {
  readonly id: string
  readonly scopes: readonly TokenScope[]
  /** The only sites that it may see; null for all of its user's. */
  readonly siteIds: readonly string[] | null
}

/** Times are milliseconds since the Unix epoch. */
export interface Token extends TokenBounds {
  readonly userId: string
  readonly name: string
  /** The last four characters of the secret, to tell tokens apart. */
  readonly hint: string
  readonly createdAt: number
  /** Null if it does not expire. */
  readonly expiresAt: number | null
  readonly lastUsedAt: number | null
  /** Until when the secret before the last rotation is valid; null if there is none. */
  readonly formerUntil: number | null
}

export const MAX_TOKENS = 100
export const MAX_TOKEN_NAME = 100
export const MAX_TOKEN_SITES = 100
/** Longest time for which the former secret of a rotated token stays valid. */
export const MAX_OVERLAP_HOURS = 7 * 24

/** Each secret begins so, that scanners of secrets can look for it. */
export const TOKEN_PREFIX = 'galley_'

/** True if a token has expired at a time in milliseconds. */
export function isOver({ expiresAt }: Pick<Token, 'expiresAt'>, at: number): boolean {
  return expiresAt !== null && expiresAt <= at
}
