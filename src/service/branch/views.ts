/** Input and output types of lists in `service/`. */

import type { Visibility } from '../../model/entry.js'
import type { Window } from '../../store/page.js'

export type { Page, Place, Window } from '../../store/page.js'

/** A list of documents, pages or files; `sort` is `field-asc` or `field-desc`. */
export interface EntryQuery {
  readonly q?: string | undefined
  readonly sort?: string | undefined
  /** Only texts with one of these. */
  readonly visibilities?: readonly Visibility[] | undefined
  /** File extensions, lower case, without the dot; `markdown` stands for all of Markdown. */
  readonly extensions?: readonly string[] | undefined
  readonly tag?: string | undefined
  readonly category?: string | undefined
  readonly language?: string | undefined
  /** Id of the owner. */
  readonly author?: string | undefined
  /** Days (`2026-11-20`) in the site's time zone, both inclusive. */
  readonly dateFrom?: string | undefined
  readonly dateTo?: string | undefined
  /** Seconds since the Unix epoch: only entries that changed then or later. */
  readonly updatedSince?: number | undefined
  readonly window: Window
  /** Called before texts are read, with their bytes. What it throws ends the list. */
  readonly beforeRead?: ((bytes: number) => void) | undefined
  /** Makes a signal that ends the wait for a turn; called only if there is one. */
  readonly signalOf?: (() => AbortSignal) | undefined
}

/** The version that a change is based on: `If-Match` or `sha` in the body; null if the last write wins. */
export interface Precondition {
  /** Ids of `If-Match`, or `*`; null if the header was not sent. */
  readonly ifMatch: readonly string[] | null
  /** Ids of `If-None-Match`, or `*`: versions that must not be current. */
  readonly ifNoneMatch: readonly string[] | null
  readonly sha: string | null
}
