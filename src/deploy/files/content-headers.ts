/** Headers that a host is told to serve a file with: its media type, and how long it may be cached. */

import { contentType } from 'mime-types'
import { basename } from 'node:path'
import { isPage } from './plan-order.js'

/** Headers that a file is to be served with. */
interface ContentHeaders {
  readonly 'content-type': string
  readonly 'cache-control': string
}

/**
 * Type by extension, UTF-8 for text. Names that hold a checksum of their content never change, so
 * browsers may keep them; pages are asked about each time; the rest is kept for an hour.
 *
 * @param path below the site's root; without an extension it counts as a page
 */
export function contentHeaders(path: string): ContentHeaders {
  const name = basename(path)
  const hasExtension = /[^.]\.[^.]+$/.test(name)
  const type = contentType(name)
  return {
    'content-type': type === false || !hasExtension ? fallbackType(hasExtension) : type,
    'cache-control': cacheControl(path, hasExtension),
  }
}

function fallbackType(hasExtension: boolean): string {
  return hasExtension ? 'application/octet-stream' : 'text/html; charset=utf-8'
}

function cacheControl(path: string, hasExtension: boolean): string {
  if (isPage(path) || !hasExtension) return 'public, max-age=0, must-revalidate'
  if (isFingerprinted(path)) return 'public, max-age=31536000, immutable'
  return 'public, max-age=3600'
}

/** Whether a file name holds a checksum: `site-5d41402a.css`, `app.5D41402ABC4B.js`. */
export function isFingerprinted(path: string): boolean {
  const mark = /[-._]([0-9a-f]{8,64})(\.min)?\.[a-z0-9.]+$/i.exec(basename(path))?.[1]
  // Eight digits alone are rather a date.
  return mark !== undefined && (/[a-f]/i.test(mark) || mark.length > 12)
}
