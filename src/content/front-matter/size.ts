/** How much front matter is written: no more than is read back. */

import { Buffer } from 'node:buffer'
import { MAX_FRONT_MATTER_BYTES } from '../../model/limits.js'
import { ContentError } from '../error.js'

/** @throws ContentError `too_large` */
export function requireShort(yaml: string): void {
  if (Buffer.byteLength(yaml) <= MAX_FRONT_MATTER_BYTES) return
  const reason = `title, metadata and all other front matter may have at most ${MAX_FRONT_MATTER_BYTES / 1024} KB`
  throw new ContentError('too_large', reason)
}
