/**
 * Answers that are made once and sent to everybody: pages of the documentation, the OpenAPI document. Each carries an
 * ETag, so a client that has the answer already gets 304. The ETag is a hash of the text: equal texts have equal ETags.
 */

import { createHash } from 'node:crypto'

export interface BodyWithEtag {
  /** Media type. */
  readonly type: string
  readonly body: string
  /** Entity tag without quotes. */
  readonly etag: string
  readonly isWeak: true
}

export function bodyWithEtag(type: string, body: string): BodyWithEtag {
  return { type, body, etag: createHash('sha1').update(body).digest('hex'), isWeak: true }
}
