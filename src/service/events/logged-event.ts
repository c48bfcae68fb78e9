/** What the log of a site holds: ids and paths only, no texts of documents. */

import type { AuthorKey } from '../../model/commit.js'
import type { ReleaseKind } from '../../model/release.js'
import type { Door } from '../branch/authorship.js'
import type { LoggedEvent } from './site-log.js'

/** A commit on `main`. */
export interface LoggedChange extends LoggedEvent {
  readonly kind: 'change'
  readonly commit: string
  readonly authorKey: AuthorKey
  readonly door: Door
  /** The first changed paths, with the old paths of renamed files. */
  readonly paths: readonly string[]
  readonly total: number
}

/** An event as it is kept. Jobs, users and documents are looked up when it is sent to a follower. */
export type LoggedSiteEvent =
  | LoggedChange
  | (LoggedEvent & { readonly kind: 'job'; readonly jobId: string })
  | (LoggedEvent & {
      readonly kind: 'release'
      readonly releaseId: string
      readonly release: ReleaseKind
    })
  | (LoggedEvent & { readonly kind: 'presence'; readonly documentId: string })
  | (LoggedEvent & { readonly kind: 'notification'; readonly userIds: ReadonlySet<string> })
