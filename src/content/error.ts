/** The error of `content/`. `service/` translates it for users. */

type ContentErrorCode = 'refused' | 'too_large' | 'invalid'

/**
 * `refused` for an edit that would damage the file, `too_large` for a value over its limit, `invalid` for a value that
 * YAML cannot express. `reason` is for users: a sentence without capital letter and full stop.
 */
export class ContentError extends Error {
  override readonly name = 'ContentError'

  constructor(
    readonly code: ContentErrorCode,
    readonly reason: string,
  ) {
    super(reason)
  }
}
