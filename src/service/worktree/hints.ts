/** Hints that something in a working tree has changed: what every way of watching takes and gives. */

/** Watches one tree. */
export interface TreeWatcher {
  close(): Promise<void>
}

export interface HintOptions {
  readonly root: string
  /** Something has happened. */
  readonly hint: () => void
  /** A folder came (1) or went (-1). */
  readonly count: (folders: number) => void
  /** Too much happens at once for this way of watching. */
  readonly flooded: () => void
  /** Watching failed; no hints will come. */
  readonly failed: (error: unknown) => void
  /** Aborted when nobody wants hints any more, though it may not have begun yet. */
  readonly left: AbortSignal
}
