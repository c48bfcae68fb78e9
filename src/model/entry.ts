/**
 * One file of a site as the index knows it: documents, pages and files are views of it.
 *
 * @see CONTRIBUTING.md, src/http/README.md (Content; Source)
 */

import type { AuthorKey } from './commit.js'

const ENTRY_KINDS = ['config', 'document', 'page', 'file'] as const

export type EntryKind = (typeof ENTRY_KINDS)[number]

export const VISIBILITIES = ['visible', 'hidden', 'draft'] as const

export type Visibility = (typeof VISIBILITIES)[number]

/** What a role allows on one document, page or collection file; `publish` is making it visible or hidden. */
export interface EntryRights {
  readonly update: boolean
  readonly delete: boolean
  readonly publish: boolean
}

/** Why a file's front matter could not be read; line and column from 1. */
export interface FrontMatterError {
  readonly line: number
  readonly column: number
  readonly reason: string
}

/** What the text of a document or page says; JSON values, safe to send. */
export interface TextFacts {
  readonly body: string
  readonly tags: readonly string[]
  readonly categories: readonly string[]
  readonly defaults: Readonly<Record<string, unknown>>
  readonly metadata: Readonly<Record<string, unknown>>
  readonly permalink: string | null
  readonly frontMatterError: FrontMatterError | null
}

/** When and by whom a path came and last changed, from git (a rename followed). */
export interface Provenance {
  /** Seconds since the Unix epoch. */
  readonly createdAt: number
  /** Author of the first commit. */
  readonly createdBy: AuthorKey
  readonly updatedAt: number
  /** Author of the last commit, null when there was only one. */
  readonly updatedBy: AuthorKey | null
}

/** What a path is at one commit, as far as its content and the configuration say. */
export interface EntryFacts {
  /** From the site's root, `/` between segments. */
  readonly path: string
  readonly kind: EntryKind
  readonly oid: string
  /** Bytes. */
  readonly size: number
  /** Label of the collection it belongs to, else null. */
  readonly collection: string | null
  /** Path inside the collection (below its folder, or below `_posts`, `_drafts`); for others the path. */
  readonly relativePath: string
  readonly title: string | null
  /** ISO 8601 with offset, or null. */
  readonly date: string | null
  /** Milliseconds since the Unix epoch, for ordering. */
  readonly dateEpoch: number | null
  readonly visibility: Visibility
  /** The front-matter number by which editors order things by hand. */
  readonly position: number | null
  /** Public URL path; null where the built site has none. */
  readonly url: string | null
  /** Null for files and the configuration. */
  readonly text: TextFacts | null
}

/** A row of the index. */
export interface Entry extends EntryFacts, Provenance {
  readonly siteId: string
  /** From the records: a path keeps its id when it is renamed. */
  readonly id: string
}

/** An entry with the users that its commits' authors map to. */
export interface OwnedEntry {
  readonly entry: Entry
  /** Author of the first commit; the site's owner where he is nobody here. */
  readonly userId: string
  /** Author of the last commit, null when there was only one. */
  readonly editedById: string | null
}

/** An entry with what whoever asks may do to it. */
export interface PermittedEntry extends OwnedEntry {
  readonly rights: EntryRights
}
