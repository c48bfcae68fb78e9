/** The bytes of a request's body, unpacked where they were packed. */

import type { IncomingMessage } from 'node:http'
import type { Readable, Transform } from 'node:stream'
import { createBrotliDecompress, createUnzip } from 'node:zlib'
import { GalleyError } from '../../errors.js'
import { tooLarge } from './json-body.js'

/** Content codings that are taken (RFC 9110 §8.4.1). */
const UNPACKERS: Readonly<Record<string, () => Transform>> = {
  gzip: createUnzip,
  'x-gzip': createUnzip,
  deflate: createUnzip,
  br: createBrotliDecompress,
}

/**
 * Who stops reading leaves the request as it is: it can still be answered.
 *
 * @param mostBytes of a body that says how long it is
 * @throws GalleyError `payload_too_large`, `unsupported_media_type` for a coding that is not taken
 */
export function sentBytes(request: IncomingMessage, mostBytes: number): AsyncIterable<Buffer> {
  const coding = (request.headers['content-encoding'] ?? 'identity').toLowerCase()
  if (coding === 'identity') {
    if (Number(request.headers['content-length'] ?? 0) > mostBytes) throw tooLarge(mostBytes)
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
  // Not as a pipeline, which would take the connection away from who sent what can't be unpacked.
  const broken = () => unpacker.destroy(new Error('The request was aborted before its end.'))
  request.once('error', broken).once('close', broken)
  request.once('end', () => request.off('close', broken))
  return request.pipe(unpacker)
}
