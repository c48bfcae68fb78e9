/** The error class of `git/`; `service/` translates it for people. */

/**
 * Error codes:
 * - `not_found`: the object, ref or path is certainly absent (never used after an I/O error);
 * - `conflict`: a ref is not where the caller expected it; `locked`: somebody else holds its lock;
 * - `corrupt`: bytes that do not match their id or format; `io`: a failure of the machine;
 * - `invalid`: a name, path or argument that git would not accept;
 * - `unsafe_path`: a folder of the path is a symbolic link or not a folder;
 * - `too_large`: over a limit; `unrelated`: two commits that are not on one line of first parents;
 * - `no_git`: needs git's own programs; `failed`: a git program failed; `aborted`: by the caller;
 * - `refused`: one of our checks or the remote refused what was sent.
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
  /** For `conflict`: the actual commit of the ref; null if the ref does not exist. */
  readonly current?: string | null
}

/** An error of `git/`: a code for programs, and a sentence for the log. */
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

/** Converts a system error to `io`; a GitError passes unchanged. */
export function ioError(error: unknown, doing: string): GitError {
  if (error instanceof GitError) return error
  const reason = error instanceof Error ? error.message : String(error)
  return new GitError('io', `${doing}: ${reason}`, { cause: error })
}
