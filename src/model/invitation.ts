/** Invitations: a link by which somebody becomes a user. @see src/http/README.md (Invitations) */

import type { RoleKind } from './role.js'

/** Times are milliseconds since the Unix epoch. */
export interface Invitation {
  readonly id: string
  readonly email: string
  /** Null for an account without a site. */
  readonly siteId: string | null
  /** The role on the site; null without one. */
  readonly kind: RoleKind | null
  /** Makes a server administrator. */
  readonly isAdmin: boolean
  readonly language: string
  /** True if the link went to the address, and to nobody else: whoever has it reads its mail. */
  readonly isMailed: boolean
  /** Null if that user is gone. */
  readonly invitedBy: string | null
  readonly createdAt: number
  readonly expiresAt: number
}

const DAY_MS = 24 * 60 * 60_000

/** The link of an invitation ends after this time. */
export const INVITATION_MS = 7 * DAY_MS

/** Expired invitations are listed for this time, so that they can be sent again. */
export const EXPIRED_INVITATION_MS = 30 * DAY_MS

/** Invitations to a site, and those to none, that are kept. */
export const MAX_INVITATIONS = 200
