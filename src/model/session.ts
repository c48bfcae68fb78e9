/** A browser that somebody has signed in with. */

/** Times are milliseconds since the Unix epoch. */
export interface Session {
  readonly id: string
  readonly userId: string
  readonly createdAt: number
  /** To the minute. */
  readonly lastSeenAt: number
  /** Of the last request, to the minute. */
  readonly address: string
  /** As the browser names itself; cut, empty for none. */
  readonly userAgent: string
}

const DAY_MS = 24 * 60 * 60_000

/** Without a request for so long, a session is over. */
export const SESSION_IDLE_MS = 14 * DAY_MS

/** However often it is used, a session is over after so long. */
export const SESSION_LONGEST_MS = 90 * DAY_MS

/** When a session ends unless it is used again. */
export function sessionExpiry({
  createdAt,
  lastSeenAt,
}: Pick<Session, 'createdAt' | 'lastSeenAt'>): number {
  return Math.min(createdAt + SESSION_LONGEST_MS, lastSeenAt + SESSION_IDLE_MS)
}
