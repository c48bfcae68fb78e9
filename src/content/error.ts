/** Why the content of a site could not be read or changed; `service/` translates it, once. */
type ContentErrorCode = 'refused' | 'too_large' | 'invalid'

/**
 * Error of `content/`: `refused` for an edit that would damage the file, `too_large` for a value over
 * its budget, `invalid` for a value that no YAML can hold. `reason` is a sentence for a person.
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
