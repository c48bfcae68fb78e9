/** A release: the stored output of a successful build. @see CONTRIBUTING.md */

export const RELEASE_KINDS = ['live', 'preview'] as const

export type ReleaseKind = (typeof RELEASE_KINDS)[number]

/** `createdAt` in milliseconds since the Unix epoch. */
export interface Release {
  readonly id: string
  readonly siteId: string
  readonly kind: ReleaseKind
  /** oid of the commit it was built from. */
  readonly commit: string
  /** The user who requested it; null for the server itself, and if it is not known. */
  readonly userId: string | null
  readonly files: number
  readonly bytes: number
  readonly createdAt: number
  /** The `url` that its build was given; empty if it is the site's own public one, or none; null if it is not known. */
  readonly address: string | null
}
