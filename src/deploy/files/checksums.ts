/** Checksums of content that a target asks for and a release may not have. */

import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import type { Content } from './file-store.js'

/** MD5 (lower-case hex) of content, read only where the release does not tell it. */
export async function md5Of(content: Content): Promise<string> {
  if (content.md5 !== undefined) return content.md5
  const hash = createHash('md5')
  if (content.source.bytes !== undefined) return hash.update(content.source.bytes).digest('hex')
  await pipeline(createReadStream(content.source.file), hash)
  return hash.digest('hex')
}
