/**
 * Sends a file of a site as a download. It is always an attachment, never shown as a page of this origin.
 *
 * @see src/http/README.md (Source); RFC 6266, RFC 8187, RFC 9110 §14
 */

import type { Readable } from 'node:stream'
import { GalleyError } from '../errors.js'
import { networkOf } from '../system/addresses.js'
import type { RawRequest, Reply } from './route.js'

/** The content of one version of a file. */
interface FileContent {
  /** Path from the site's root. */
  readonly path: string
  readonly oid: string
  /** Bytes. */
  readonly size: number
  /** Opens the bytes from `start` (inclusive) to `end` (exclusive). */
  readonly open: (range: Range, reader: FileReader) => Readable
}

/** Who reads a file. */
interface FileReader {
  /** Id of a user, or an address (IPv6: a network); one of them reads a limited number of large files at once. */
  readonly asker: string
  /** Aborted when the client disconnects. */
  readonly signal: AbortSignal
}

/** What the routes of files need to know of a request. */
export type FileRequest = Pick<RawRequest, 'header' | 'actor' | 'address' | 'signal'>

export function readerOf({ actor, address, signal }: FileRequest): FileReader {
  return { asker: actor.kind === 'user' ? actor.user.id : networkOf(address), signal }
}

/** Headers of an answer with the whole file. */
export const DOWNLOAD = ['ETag', 'Content-Disposition', 'Accept-Ranges'] as const

/** Headers of an answer with a range. */
export const RANGE = [...DOWNLOAD, 'Content-Range'] as const

/** Answers with the whole file, or with the requested range. */
export function fileReply(request: FileRequest, content: FileContent): Reply {
  const range = requestedRange(request, content)
  const part = range ?? { start: 0, end: content.size }
  return {
    status: range ? 206 : 200,
    type: 'application/octet-stream',
    etag: content.oid,
    headers: {
      'Content-Disposition': attachment(content.path.slice(content.path.lastIndexOf('/') + 1)),
      'Content-Security-Policy': "default-src 'none'; sandbox",
      'Accept-Ranges': 'bytes',
      'Content-Length': String(part.end - part.start),
      ...(range && {
        'Content-Range': `bytes ${range.start}-${range.end - 1}/${content.size}`,
      }),
    },
    body: content.open(part, readerOf(request)),
  }
}

interface Range {
  readonly start: number
  /** Exclusive. */
  readonly end: number
}

/** Null for the whole file: no range, an unknown form of range, or another version (`If-Range`). */
function requestedRange(request: Pick<RawRequest, 'header'>, content: FileContent): Range | null {
  const ifRange = request.header('If-Range')
  if (ifRange !== '' && ifRange !== `"${content.oid}"`) return null
  return parseRange(request.header('Range'), content.size)
}

/**
 * Parses a range. For several ranges, returns null: the answer is the whole file.
 *
 * @throws GalleyError `bad_request` (the API does not use status 416) if it is outside the file
 */
export function parseRange(header: string, size: number): Range | null {
  const match = /^bytes=(\d*)-(\d*)$/.exec(header.trim())
  if (!match || (match[1] === '' && match[2] === '')) return null
  const range =
    match[1] === ''
      ? { start: Math.max(0, size - Number(match[2])), end: size }
      : {
          start: Number(match[1]),
          end: match[2] === '' ? size : Math.min(size, Number(match[2]) + 1),
        }
  if (range.start < range.end) return range
  throw new GalleyError('bad_request', `The range is outside the file, which has ${size} bytes.`)
}

/** `Content-Disposition` with an ASCII name for old clients, and the real name. */
export function attachment(name: string): string {
  const ascii = name.replace(/[^\x20-\x7e]|["\\%]/g, '_')
  const encoded = encodeURIComponent(name).replace(
    /['()*!]/g,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`
}
