/** The role of a user on a site. @see src/http/README.md (Roles) */

export const ROLE_KINDS = ['admin', 'publisher', 'writer'] as const

export type RoleKind = (typeof ROLE_KINDS)[number]

/** Times are milliseconds since the Unix epoch. */
export interface Role {
  readonly id: string
  readonly siteId: string
  readonly userId: string
  readonly kind: RoleKind
  readonly createdAt: number
  readonly updatedAt: number
}
