/** How much front matter is written: no more than is read back. */

import { Buffer } from 'node:buffer'
import { MAX_FRONT_MATTER_BYTES, MAX_FRONT_MATTER_LINES } from '../../model/limits.js'
import { ContentError } from '../error.js'
import { hasMoreLines } from '../line-count.js'

/** @throws ContentError `too_large` */
export function requireShort(yaml: string): void {
  const isShort = Buffer.byteLength(yaml) <= MAX_FRONT_MATTER_BYTES
  if (isShort && !hasMoreLines(yaml, MAX_FRONT_MATTER_LINES)) return
  const most = isShort
    ? `${MAX_FRONT_MATTER_LINES.toLocaleString('en')} lines`
    : `${MAX_FRONT_MATTER_BYTES / 1024} KB`
  const reason = `title, metadata and all other front matter may have at most ${most}`
  throw new ContentError('too_large', reason)
}
