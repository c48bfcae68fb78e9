/** What the composition root provides to services: settings, stores, the clock, and ways to report. */

import type { Config } from '../config.js'
import type { GitShared } from '../git/repository.js'
import type { NewId } from '../model/ids.js'
import type { TellLimit } from '../model/reached-limit.js'
import type { DataFolders } from '../service/branch/folders.js'
import type { Boot } from '../service/worktree/worktrees.js'
import type { Store } from '../store/database.js'

export interface Resources {
  readonly config: Config
  readonly folders: DataFolders
  readonly store: Store
  readonly shared: GitShared
  /** True if git is installed on this machine. */
  readonly native: boolean
  readonly serverKey: Uint8Array
  /** Milliseconds since the Unix epoch. */
  readonly now: () => number
  readonly boot: Boot
  readonly newId: NewId
  readonly sitesUrl: () => string
  /** Public URL of the API. */
  readonly apiUrl: () => string
  readonly onError: (error: unknown, context: Readonly<Record<string, unknown>>) => void
  /** Logs something for the operator that is not an error. */
  readonly warn: (fields: object, message: string) => void
  /** Logs what users did that the operator may have to look up later: sign-ins, publishes, deletions. No secrets. */
  readonly note: (fields: object, message: string) => void
  readonly limitReached: TellLimit
}
