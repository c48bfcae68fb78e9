/**
 * A file of a site as a download: always an attachment, never a page of this origin.
 *
 * @see src/http/README.md (Source); RFC 6266, RFC 8187, RFC 9110 §14
 */

import type { Readable } from 'node:stream'
import { GalleyError } from '../errors.js'
import type { RawRequest, Reply } from './route.js'

/** Bytes of one version of a file. */
interface FileContent {
  /** From the site's root. */
  readonly path: string
  readonly oid: string
  /** Bytes. */
  readonly size: number
  /** From `start` up to, but not including, `end`. */
  readonly open: (range: Range) => Readable
}

/** Headers of the whole of a file. */
export const DOWNLOAD = ['ETag', 'Content-Disposition', 'Accept-Ranges'] as const

/** Headers of a range of it. */
export const RANGE = [...DOWNLOAD, 'Content-Range'] as const

/** The whole, or the one range that was asked for. */
export function fileReply(request: Pick<RawRequest, 'header'>, content: FileContent): Reply {
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
    body: content.open(part),
  }
}

interface Range {
  readonly start: number
  /** Exclusive. */
  readonly end: number
}

/** Null for the whole: no range, one that is not understood, or another version (`If-Range`). */
function requestedRange(request: Pick<RawRequest, 'header'>, content: FileContent): Range | null {
  const ifRange = request.header('If-Range')
  if (ifRange !== '' && ifRange !== `"${content.oid}"`) return null
  return parseRange(request.header('Range'), content.size)
}

/**
 * One range of bytes; several at once are answered with the whole.
 *
 * @throws GalleyError `bad_request` (416 is not among the API's statuses) when it lies outside
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

/** `Content-Disposition` with an ASCII name for old clients and the real one beside it. */
export function attachment(name: string): string {
  const ascii = name.replace(/[^\x20-\x7e]|["\\%]/g, '_')
  const encoded = encodeURIComponent(name).replace(
    /['()*!]/g,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`
}
