/**
 * Sites: their records in the database, and what their `_config.yml` says.
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

/** What `jekyll_version` may be set to. */
export const JEKYLL_VERSIONS = ['github-pages', '3.10', '4.3', '4.4'] as const

type AskedJekyll = (typeof JEKYLL_VERSIONS)[number]

export const GENERATORS = ['galley', 'jekyll'] as const

export type Generator = (typeof GENERATORS)[number]

/** Secret options are encrypted here. Times are milliseconds since the Unix epoch. */
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

/** The part of `_config.yml` that is in the index, at the indexed commit; JSON values, safe to send. */
export interface SiteFacts {
  readonly title: string
  readonly timezone: string
  /** What `_config.yml` asks for; null for nothing that is known. */
  readonly jekyll_version: AskedJekyll | null
  readonly defaults: readonly unknown[]
  readonly metadata: Readonly<Record<string, unknown>>
  readonly collections: readonly CollectionFacts[]
  /** Why `_config.yml` could not be read; null if it was. */
  readonly configError: string | null
}

/** A collection in `_config.yml`, at the indexed commit. */
export interface CollectionFacts {
  /** Its label: the key under `collections`. */
  readonly path: string
  readonly title: string
  /** `collections_dir`; `.` if it is not set. */
  readonly directory: string
  readonly output: boolean
  readonly permalink: string | null
  readonly metadata: Readonly<Record<string, unknown>>
  /** When and by whom its entry in `_config.yml` was added and last changed; seconds since the Unix epoch. */
  readonly createdAt: number
  readonly createdBy: AuthorKey
  readonly updatedAt: number
}

/** The current and the last job of a kind; times in milliseconds since the Unix epoch. */
export interface JobSlot {
  /** The job that is waiting or running. */
  readonly id: string | null
  readonly lastAt: number | null
  readonly lastError: string | null
  readonly lastId: string | null
}

/** Everything that the API's representation of a site is made from. */
export interface SiteView {
  readonly record: SiteRecord
  readonly facts: SiteFacts
  readonly jobs: Readonly<Record<SlotKind, JobSlot>>
  readonly cname: string
  readonly liveUrl: string | null
  readonly previewUrl: string | null
  /** The addresses, also before there is a release. */
  readonly urls: { readonly live: string; readonly preview: string }
  /** The rights of the user who asks. */
  readonly rights: SiteRights
  /** Milliseconds since the Unix epoch: the last change of the record or of `_config.yml`. */
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
  /** The rights of the user who asks. */
  readonly rights: CollectionRights
}
