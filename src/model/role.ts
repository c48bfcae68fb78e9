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

/** A role that a setting gives to a group of people. */
export interface RoleGrant {
  readonly group: string
  /** Id of the site, or its domain. */
  readonly site: string
  readonly kind: RoleKind
}

const GRANT = /^(.+)=([^=:\s]+):([a-z]+)$/

/** `editors=www.example.org:publisher`; null for anything else. */
export function parseGrant(text: string): RoleGrant | null {
  const [, group, site, name] = GRANT.exec(text) ?? []
  const kind = ROLE_KINDS.find((known) => known === name)
  return group === undefined || site === undefined || !kind ? null : { group, site, kind }
}
