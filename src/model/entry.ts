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

/** What a role allows on one document, page or collection file; `publish` means making it visible or hidden. */
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

/** The content of a document or page; JSON values, safe to send. */
export interface TextFacts {
  readonly body: string
  readonly tags: readonly string[]
  readonly categories: readonly string[]
  readonly defaults: Readonly<Record<string, unknown>>
  readonly metadata: Readonly<Record<string, unknown>>
  readonly permalink: string | null
  /** Addresses that lead to it by `redirect_from`, as `content/redirects.ts` compares them; each once. */
  readonly redirects: readonly string[]
  /** Code of its language, as `pt-BR`; null if nothing says it. */
  readonly language: string | null
  /** What its versions in other languages share with it, as `content/languages.ts` finds it; each once. */
  readonly versionKeys: readonly string[]
  readonly frontMatterError: FrontMatterError | null
}

/** When and by whom a file was created and last changed, from git; renames are followed. */
export interface Provenance {
  /** Seconds since the Unix epoch. */
  readonly createdAt: number
  /** Author of the first commit. */
  readonly createdBy: AuthorKey
  readonly updatedAt: number
  /** Author of the last commit; null if there was only one. */
  readonly updatedBy: AuthorKey | null
}

/** The facts about a path at a commit that follow from its content and the configuration. */
export interface EntryFacts {
  /** From the site's root, `/` between segments. */
  readonly path: string
  readonly kind: EntryKind
  readonly oid: string
  /** Bytes. */
  readonly size: number
  /** Label of its collection; null if it has none. */
  readonly collection: string | null
  /** The path below the collection's folder, or below `_posts` or `_drafts`; without a collection, the path. */
  readonly relativePath: string
  readonly title: string | null
  /** ISO 8601 with offset, or null. */
  readonly date: string | null
  /** Milliseconds since the Unix epoch, for ordering. */
  readonly dateEpoch: number | null
  readonly visibility: Visibility
  /**
   * From when builds have it, in milliseconds since the Unix epoch and to the second: the date of a visible document,
   * unless the configuration makes dates count for nothing. Null for always.
   */
  readonly liveFrom: number | null
  /** From when they no longer have it: `expires_at` of a visible text. Null for never. */
  readonly liveUntil: number | null
  /** The front-matter number by which editors order things by hand. */
  readonly position: number | null
  /** Path of its public URL; null if the built site has none. */
  readonly url: string | null
  /** Null for files and the configuration. */
  readonly text: TextFacts | null
}

/** A row of the index. */
export interface Entry extends EntryFacts, Provenance {
  readonly siteId: string
  /** From the records: a file keeps its id when it is renamed. */
  readonly id: string
}

/** An entry with the users who are the authors of its commits. */
export interface OwnedEntry {
  readonly entry: Entry
  /** Author of the first commit; the site's owner if that author is not a user. */
  readonly userId: string
  /** Author of the last commit; null if there was only one. */
  readonly editedById: string | null
}

/** A text in another language: one that is there, or where it would be. */
export type Translation = { readonly language: string } & (
  | { readonly entry: Pick<Entry, 'id' | 'title' | 'relativePath' | 'visibility'> }
  | { readonly entry: null; readonly path: string; readonly permalink: string | null }
)

/** An entry with the rights of the user who asks. */
export interface PermittedEntry extends OwnedEntry {
  readonly rights: EntryRights
  /** In each other language of the site, by code; none where it has only one, and where they were not asked for. */
  readonly translations?: readonly Translation[]
}
