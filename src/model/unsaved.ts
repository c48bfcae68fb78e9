/** Texts that users have begun to change and not saved, kept so that they can go on elsewhere. @see src/http/README.md (Unsaved texts) */

/** One text of one user, without what is in it. */
export interface UnsavedText {
  /** The id of the document or page; one that the client has made for a text that is not saved yet. */
  readonly id: string
  readonly siteId: string
  readonly userId: string
  /** The document or page; null for a new one. */
  readonly entryId: string | null
  /** The collection of a document; null for a page. */
  readonly collection: string | null
  readonly title: string
  /** Changes with each write. */
  readonly version: string
  /** Bytes that it takes on the server. */
  readonly bytes: number
  /** In milliseconds since the Unix epoch. */
  readonly updatedAt: number
}

/** A text of the largest size, and the version that it was begun from. */
export const MAX_UNSAVED_CHARACTERS = 8_500_000
export const MAX_UNSAVED_BYTES_OF_USER = 20 * 1024 * 1024
export const MAX_UNSAVED_OF_USER = 200
export const MAX_UNSAVED_DAYS = 90
