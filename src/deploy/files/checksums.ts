/** Computes checksums that a target needs and that a release may not contain. */

import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { createYielder } from '../../system/yielding.js'
import type { Content } from './file-store.js'

/** MD5 of content in lower-case hex; computed only if the release does not have it. */
export async function md5Of(content: Content): Promise<string> {
  if (content.md5 !== undefined) return content.md5
  if (content.source.bytes !== undefined) return digestOf('md5', content.source.bytes)
  const hash = createHash('md5')
  await pipeline(createReadStream(content.source.file), hash)
  return hash.digest('hex')
}

/** Bytes hashed at a time; takes about a millisecond. */
const PIECE = 512 * 1024

/** Checksum of bytes in memory, in lower-case hex. Yields to the event loop between pieces. */
export async function digestOf(algorithm: 'md5' | 'sha256', bytes: Uint8Array): Promise<string> {
  const yieldIfDue = createYielder()
  const hash = createHash(algorithm)
  for (let at = 0; at < bytes.length; at += PIECE) {
    await yieldIfDue()
    hash.update(bytes.subarray(at, at + PIECE))
  }
  return hash.digest('hex')
}
