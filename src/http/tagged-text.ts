/** Texts that are made once and sent often, with an entity tag made of their content. */

import { createHash } from 'node:crypto'

/** A text that is sent as it is, and known again by who keeps it. */
export interface TaggedText {
  readonly type: string
  readonly body: string
  /** Strong entity tag without quotes. */
  readonly etag: string
}

export function taggedText(type: string, body: string): TaggedText {
  return { type, body, etag: createHash('sha1').update(body).digest('hex') }
}
