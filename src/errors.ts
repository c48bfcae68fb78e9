/**
 * The one error whose message users see.
 *
 * All other errors become `internal_error`: the user gets that code and a request id, and the log gets the stack. The
 * floors below `service/` throw errors of their own, and `service/` translates these.
 *
 * @see src/http/README.md (Conventions)
 */

/** The API's codes for programs. `http/` has the table of their statuses. */
export type ErrorCode =
  | 'bad_request'
  | 'unauthorized'
  | 'forbidden'
  | 'second_factor_required'
  | 'not_found'
  | 'method_not_allowed'
  | 'not_acceptable'
  | 'conflict'
  | 'in_progress'
  | 'unknown_outcome'
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

/**
 * Two edits that clash: what both began with, what is saved now, and what could be merged; of a data file also the
 * version of the request.
 */
interface Conflict {
  readonly base: ConflictFields
  readonly theirs: ConflictFields
  readonly merged: ConflictFields
  readonly mine?: ConflictFields
}

interface GalleyErrorOptions {
  readonly details?: readonly ErrorDetail[]
  readonly cause?: unknown
  /** oid of the current version, if the edit is based on another one. @see src/http/README.md (Conventions) */
  readonly currentSha?: string
  /** Both sides, if two edits clash. */
  readonly conflict?: Conflict
  /** Whole seconds after which the client should try again. */
  readonly retryAfter?: number
  /** The limit in bytes, if it was exceeded. */
  readonly maxBytes?: number
  /** What a browser can ask a passkey, where a second factor is missing. */
  readonly passkey?: object
  /**
   * The limit that was reached, in a sentence for the operator's log without secrets and names of files; null if the log
   * has another line for it. If left out: the message if the code always means a limit, else null.
   */
  readonly limit?: string | null
}

/** Codes that always mean a limit. The messages of these errors have no secrets and no names of files. */
const LIMITS: ReadonlySet<ErrorCode> = new Set([
  'payload_too_large',
  'rate_limited',
  'insufficient_storage',
])

/** An error with a code for programs and a sentence for users. */
export class GalleyError extends Error {
  override readonly name = 'GalleyError'
  readonly details: readonly ErrorDetail[] | undefined
  readonly currentSha: string | undefined
  readonly conflict: Conflict | undefined
  readonly retryAfter: number | undefined
  readonly maxBytes: number | undefined
  readonly passkey: object | undefined
  /** The limit that was reached, for the operator's log; null for none. */
  readonly limit: string | null

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
    this.maxBytes = options.maxBytes
    this.passkey = options.passkey
    this.limit = options.limit === undefined && LIMITS.has(code) ? message : (options.limit ?? null)
  }
}

/**
 * `unavailable` because of a limit on what waits or is under way.
 *
 * @param message without secrets and names of files: the operator's log has it
 * @param retryAfter seconds
 */
export function overloaded(message: string, retryAfter: number): GalleyError {
  return new GalleyError('unavailable', message, { retryAfter, limit: message })
}

/** `validation_failed` for one field; the message continues its name: `title` + `must not be empty`. */
export function invalid(field: string, message: string): GalleyError {
  return new GalleyError('validation_failed', `${field} ${message}`, {
    details: [{ field, message }],
  })
}

/** `not_found` for a noun: "There is no such document." */
export function notFound(noun: string): GalleyError {
  return new GalleyError('not_found', `There is no such ${noun}.`)
}

/** For a client that closed the connection before the answer. It is not logged as a defect. */
export function requestAborted(): GalleyError {
  return new GalleyError('unavailable', 'The request was aborted by its client.')
}
