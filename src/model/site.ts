/**
 * A website: what the database knows of it, and what its `_config.yml` says.
 *
 * @see src/http/README.md (Sites)
 */

import type { AuthorKey } from './commit.js'
import type { SlotKind } from './job.js'
import type { CollectionRights, SiteRights } from './policy.js'

export const HOSTINGS = ['disabled', 'ftp', 'objectstore', 'cloudstore', 'githost'] as const

export type Hosting = (typeof HOSTINGS)[number]

export const SYNCS = ['disabled', 'githost'] as const

export type Sync = (typeof SYNCS)[number]

export const GENERATORS = ['galley', 'jekyll'] as const

export type Generator = (typeof GENERATORS)[number]

/** Secret values are sealed before they reach this record. Times are milliseconds since the Unix epoch. */
export interface SiteRecord {
  readonly id: string
  /** Host name, lower case, unique on the server. */
  readonly domain: string
  /** The owner. */
  readonly userId: string
  readonly hosting: Hosting
  readonly hostingOptions: Readonly<Record<string, string>>
  readonly sync: Sync
  readonly syncOptions: Readonly<Record<string, string>>
  readonly generator: Generator
  /** Random part of the preview's host name. */
  readonly previewToken: string
  readonly createdAt: number
  readonly updatedAt: number
}

/** What the index keeps of `_config.yml` at the indexed commit; JSON values, safe to send. */
export interface SiteFacts {
  readonly title: string
  readonly timezone: string
  readonly defaults: readonly unknown[]
  readonly metadata: Readonly<Record<string, unknown>>
  readonly collections: readonly CollectionFacts[]
  /** Why `_config.yml` could not be read, if it could not. */
  readonly configError: string | null
}

/** A collection as `_config.yml` at the indexed commit has it. */
export interface CollectionFacts {
  /** Its label: the key under `collections`. */
  readonly path: string
  readonly title: string
  /** `collections_dir`, "." when not set. */
  readonly directory: string
  readonly output: boolean
  readonly permalink: string | null
  readonly metadata: Readonly<Record<string, unknown>>
  /** When and by whom its entry in `_config.yml` came and last changed; seconds since the Unix epoch. */
  readonly createdAt: number
  readonly createdBy: AuthorKey
  readonly updatedAt: number
}

/** Last and current job of a kind; times in milliseconds since the Unix epoch. */
export interface JobSlot {
  /** Job that waits or runs. */
  readonly id: string | null
  readonly lastAt: number | null
  readonly lastError: string | null
  readonly lastId: string | null
}

/** All that a site's representation is made of. */
export interface SiteView {
  readonly record: SiteRecord
  readonly facts: SiteFacts
  readonly jobs: Readonly<Record<SlotKind, JobSlot>>
  readonly cname: string
  readonly liveUrl: string | null
  readonly previewUrl: string | null
  /** Where it is, or will be once there is a release. */
  readonly urls: { readonly live: string; readonly preview: string }
  /** Of whoever asks. */
  readonly rights: SiteRights
  /** Milliseconds since the Unix epoch: of the record or of `_config.yml`, whichever is later. */
  readonly updatedAt: number
  /** Options with their secrets masked, for admins; null for others. */
  readonly admin: {
    readonly hostingOptions: Readonly<Record<string, string>>
    readonly syncOptions: Readonly<Record<string, string>>
  } | null
}

/** A collection of a site, with its id and owner. */
export interface CollectionView {
  readonly id: string
  readonly siteId: string
  readonly userId: string
  readonly facts: CollectionFacts
  /** Of whoever asks. */
  readonly rights: CollectionRights
}
