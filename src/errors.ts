/**
 * The one error that the application shows to people.
 *
 * Whatever is not a GalleyError is `internal_error` outside: the user gets that word and a request
 * id, the log gets the stack. The floors below `service/` throw errors of their own, which it translates.
 *
 * @see src/http/README.md (Conventions)
 */

/** Machine codes of the API, one a status (the table code -> status is in `http/`). */
export type ErrorCode =
  | 'bad_request'
  | 'unauthorized'
  | 'forbidden'
  | 'not_found'
  | 'method_not_allowed'
  | 'not_acceptable'
  | 'conflict'
  | 'precondition_failed'
  | 'payload_too_large'
  | 'unsupported_media_type'
  | 'validation_failed'
  | 'front_matter_not_allowed'
  | 'rate_limited'
  | 'internal_error'
  | 'not_implemented'
  | 'unavailable'
  | 'insufficient_storage'

/** One field that is wrong; `field` is a dotted path into the input (`metadata.author`). */
export interface ErrorDetail {
  readonly field: string
  readonly message: string
}

/** Fields of a document or page in the words of the API. */
export type ConflictFields = Readonly<Record<string, unknown>>

/** Two edits that met: what both began from, what stands, and what could be merged of both. */
interface Conflict {
  readonly base: ConflictFields
  readonly theirs: ConflictFields
  readonly merged: ConflictFields
}

interface GalleyErrorOptions {
  readonly details?: readonly ErrorDetail[]
  readonly cause?: unknown
  /** oid of the version that stands, where two edits met (src/http/README.md (Conventions)). */
  readonly currentSha?: string
  /** Both sides, where two edits met. */
  readonly conflict?: Conflict
  /** Whole seconds after which trying again makes sense. */
  readonly retryAfter?: number
  /** Bytes that would have been taken, where more were sent. */
  readonly mostBytes?: number
}

/** An error with a code of the API and a sentence for a person. */
export class GalleyError extends Error {
  override readonly name = 'GalleyError'
  readonly details: readonly ErrorDetail[] | undefined
  readonly currentSha: string | undefined
  readonly conflict: Conflict | undefined
  readonly retryAfter: number | undefined
  readonly mostBytes: number | undefined

  constructor(
    readonly code: ErrorCode,
    message: string,
    options: GalleyErrorOptions = {},
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause })
    this.details = options.details
    this.currentSha = options.currentSha
    this.conflict = options.conflict
    this.retryAfter = options.retryAfter
    this.mostBytes = options.mostBytes
  }
}

/** `validation_failed` for one field; the message continues its name: "title" + "must not be empty". */
export function invalid(field: string, message: string): GalleyError {
  return new GalleyError('validation_failed', `${field} ${message}`, {
    details: [{ field, message }],
  })
}

/** `not_found` for a noun: "There is no such document." */
export function notFound(noun: string): GalleyError {
  return new GalleyError('not_found', `There is no such ${noun}.`)
}

/** The client closed the connection before the answer: no defect, so it is not logged. */
export function requestAborted(): GalleyError {
  return new GalleyError('unavailable', 'The request was aborted by its client.')
}
