/** What lists take and give, in the words of the service floor. */

import type { Visibility } from '../../model/entry.js'
import type { Window } from '../../store/page.js'

export type { Page, Window } from '../../store/page.js'

/** A list of documents, pages or files; `sort` is `field-asc` or `field-desc`. */
export interface EntryQuery {
  readonly q?: string | undefined
  readonly sort?: string | undefined
  readonly visibility?: Visibility | undefined
  /** File extensions without the dot, lower case; `markdown` stands for all of Markdown's. */
  readonly extensions?: readonly string[] | undefined
  readonly tag?: string | undefined
  readonly category?: string | undefined
  /** Id of the user who made them. */
  readonly author?: string | undefined
  /** Days (`2026-11-20`) in the site's zone, both included: only what is dated in between. */
  readonly dateFrom?: string | undefined
  readonly dateTo?: string | undefined
  /** Seconds since the Unix epoch: only what changed then or later. */
  readonly updatedSince?: number | undefined
  readonly window: Window
}

/** What a change starts from: `If-Match` or the body's `sha`; null for the last write to win. */
export interface Precondition {
  /** oids of `If-Match`, `*` included; null when the header was not sent. */
  readonly ifMatch: readonly string[] | null
  /** oids of `If-None-Match`, `*` included: versions that must not stand. */
  readonly ifNoneMatch: readonly string[] | null
  readonly sha: string | null
}
