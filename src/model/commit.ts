/** One step of `main` as the index keeps it, for history. */

/** `time` in seconds since the Unix epoch, `seq` from 1 in the order of `main`. */
export interface CommitFacts {
  readonly seq: number
  readonly oid: string
  readonly authorName: string
  readonly authorEmail: string
  readonly time: number
  readonly message: string
}

/** A commit that touched a path. */
export interface Revision extends CommitFacts {
  /** The path as it was called then. */
  readonly path: string
  /** oid of the content, null where the commit deleted it. */
  readonly blob: string | null
}
