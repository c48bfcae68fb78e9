/** What the operator's log says of a limit. */

import type { ErrorCode } from '../errors.js'

/**
 * A limit that somebody reached, as the operator's log names it. No secrets, no query strings, no names of files.
 * What is not known, or has no meaning here, is left out.
 */
export interface ReachedLimit {
  /** Not given if git told the client. */
  readonly error?: ErrorCode
  /** A sentence. */
  readonly limit: string
  readonly userId?: string
  /** The client address of a request without a user. */
  readonly address?: string
  readonly siteId?: string
  /** The route of a request, by its `operationId`. */
  readonly operation?: string
  readonly requestId?: string
  readonly jobId?: string
  /** The kind of a job; `push` or `fetch` for a limit on what git clients send. */
  readonly kind?: string
}

/**
 * Tells the operator of a limit.
 *
 * @param asker whom it limited: for each there is a line of its own. A user id, a site id or an address (IPv6: network)
 */
export type TellLimit = (asker: string, reached: ReachedLimit) => void
