/** The stored output of one good build. @see CONTRIBUTING.md */

export const RELEASE_KINDS = ['live', 'preview'] as const

export type ReleaseKind = (typeof RELEASE_KINDS)[number]

/** `createdAt` in milliseconds since the Unix epoch. */
export interface Release {
  readonly id: string
  readonly siteId: string
  readonly kind: ReleaseKind
  /** oid of the commit it was built from. */
  readonly commit: string
  /** Who asked for it; null for the server itself, and where it was not written down. */
  readonly userId: string | null
  readonly files: number
  readonly bytes: number
  readonly createdAt: number
}
