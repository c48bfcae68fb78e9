/** Sessions of browsers, and when they end. */

/** A browser in which a user is signed in. Times are milliseconds since the Unix epoch. */
export interface Session {
  readonly id: string
  readonly userId: string
  readonly createdAt: number
  /** Rounded to minutes. */
  readonly lastSeenAt: number
  /** IP address of the last request. */
  readonly address: string
  /** The browser's `User-Agent`, shortened; empty if there was none. */
  readonly userAgent: string
  /** True if another server has said who it is (OpenID Connect). */
  readonly isByOidc: boolean
}

const DAY_MS = 24 * 60 * 60_000

/** A session ends after this time without a request. */
export const SESSION_IDLE_MS = 14 * DAY_MS

/** A session ends after this time even if it is used. */
export const SESSION_LONGEST_MS = 90 * DAY_MS

/** An answer of the OpenID Connect provider is taken for so long: signing in there may mean to look for a phone. */
export const OIDC_MS = 10 * 60_000

/** The time at which a session ends if it is not used again. */
export function sessionExpiry({
  createdAt,
  lastSeenAt,
}: Pick<Session, 'createdAt' | 'lastSeenAt'>): number {
  return Math.min(createdAt + SESSION_LONGEST_MS, lastSeenAt + SESSION_IDLE_MS)
}
