/** The media type and cache time that a storage service is told for each file. */

import { contentType } from 'mime-types'
import { basename } from 'node:path'
import { isPage } from './plan-order.js'

/** Headers that a file is to be served with. */
interface ContentHeaders {
  readonly 'content-type': string
  readonly 'cache-control': string
}

/**
 * Media type by extension, with UTF-8 for text. Browsers may cache files with a checksum in their name for ever, must
 * revalidate pages each time, and may cache the rest for an hour.
 *
 * @param path below the site's root; a path without an extension counts as a page
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

/** True if a file name contains a checksum: `site-5d41402a.css`, `app.5D41402ABC4B.js`. */
export function isFingerprinted(path: string): boolean {
  const mark = /[-._]([0-9a-f]{8,64})(\.min)?\.[a-z0-9.]+$/i.exec(basename(path))?.[1]
  // Eight digits are probably a date.
  return mark !== undefined && (/[a-f]/i.test(mark) || mark.length > 12)
}
