/** Links that show a preview to people without an account, until they end. @see src/http/README.md (Shared previews) */

/** Times are milliseconds since the Unix epoch. */
export interface Share {
  readonly id: string
  readonly siteId: string
  /** Who made it. */
  readonly userId: string
  /** The document or page that is shown; null for the whole preview. */
  readonly entryId: string | null
  readonly createdAt: number
  readonly expiresAt: number
  readonly lastUsedAt: number | null
}

/** Links of a site that have not ended. */
export const MAX_SHARES = 100
export const MAX_SHARE_DAYS = 90
