/** The interface of the ways to watch a working tree. They give hints that something may have changed. */

/** Watches one tree. */
export interface TreeWatcher {
  close(): Promise<void>
}

export interface HintOptions {
  readonly root: string
  /** Something may have changed. */
  readonly hint: () => void
  /** A folder was added (1) or removed (-1). */
  readonly count: (folders: number) => void
  /** There are too many events for this way of watching. */
  readonly flooded: () => void
  /** Watching failed; no hints will come. */
  readonly failed: (error: unknown) => void
  /** Aborted when hints are not needed any more, possibly before watching has begun. */
  readonly left: AbortSignal
}
