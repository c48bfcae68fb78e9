/** The decompressed bytes of a request body. */

import type { IncomingMessage } from 'node:http'
import type { Readable, Transform } from 'node:stream'
import { createBrotliDecompress, createUnzip } from 'node:zlib'
import { GalleyError } from '../../errors.js'
import { tooLarge } from './json-body.js'

/** Supported content codings (RFC 9110 §8.4.1). */
const UNPACKERS: Readonly<Record<string, () => Transform>> = {
  gzip: createUnzip,
  'x-gzip': createUnzip,
  deflate: createUnzip,
  br: createBrotliDecompress,
}

/**
 * A caller may stop reading; the request can still be answered.
 *
 * @param maxBytes limit for the `Content-Length`
 * @throws GalleyError `payload_too_large`; `unsupported_media_type` for an unknown coding
 */
export function sentBytes(request: IncomingMessage, maxBytes: number): AsyncIterable<Buffer> {
  const coding = (request.headers['content-encoding'] ?? 'identity').toLowerCase()
  if (coding === 'identity') {
    if (Number(request.headers['content-length'] ?? 0) > maxBytes) throw tooLarge(maxBytes)
    return request.iterator({ destroyOnReturn: false })
  }
  const unpacker = Object.hasOwn(UNPACKERS, coding) ? UNPACKERS[coding] : undefined
  if (unpacker) return unpacked(request, unpacker())
  throw new GalleyError(
    'unsupported_media_type',
    `The Content-Encoding "${coding}" is not supported.`,
  )
}

function unpacked(request: Readable, unpacker: Transform): AsyncIterable<Buffer> {
  // Not with `pipeline`, which would destroy the connection if the data is corrupt.
  const broken = () => unpacker.destroy(new Error('The request was aborted before its end.'))
  request.once('error', broken).once('close', broken)
  request.once('end', () => request.off('close', broken))
  return request.pipe(unpacker)
}
