/** The error of the git floor; `service/` translates it for people. */

/**
 * What went wrong:
 * - `not_found`: the object, ref or path is certainly absent (never said after an I/O error);
 * - `conflict`: a ref is not where the caller expected it; `locked`: somebody else holds its lock;
 * - `corrupt`: bytes that are not what their name says; `io`: the machine failed us;
 * - `invalid`: a name, path or argument that git would not accept;
 * - `unsafe_path`: a folder on the way is a symbolic link or no folder;
 * - `too_large`: over a limit; `unrelated`: two commits that do not lie on one line;
 * - `no_git`: needs git's own programs; `failed`: a git program said no; `aborted`: by the caller;
 * - `refused`: a check of ours or the remote refused what was sent.
 */
export type GitErrorCode =
  | 'not_found'
  | 'conflict'
  | 'locked'
  | 'corrupt'
  | 'io'
  | 'invalid'
  | 'unsafe_path'
  | 'too_large'
  | 'unrelated'
  | 'no_git'
  | 'failed'
  | 'aborted'
  | 'refused'

interface GitErrorOptions {
  readonly cause?: unknown
  /** Oid that a ref really has, for `conflict`; null where the ref is absent. */
  readonly current?: string | null
}

/** A failure of the git floor, with a code to decide by and a sentence for the log. */
export class GitError extends Error {
  override readonly name = 'GitError'
  readonly current: string | null | undefined

  constructor(
    readonly code: GitErrorCode,
    message: string,
    options: GitErrorOptions = {},
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause })
    this.current = options.current
  }
}

/** Wraps a system error as `io`; a GitError passes unchanged. */
export function ioError(error: unknown, doing: string): GitError {
  if (error instanceof GitError) return error
  const reason = error instanceof Error ? error.message : String(error)
  return new GitError('io', `${doing}: ${reason}`, { cause: error })
}
