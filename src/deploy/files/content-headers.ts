/** The media type and cache time that a storage service is told for each file. */

import { basename } from 'node:path'
import { contentTypeHeader, hasExtension } from '../../system/media-type.js'
import { isPage } from './plan-order.js'

/** Headers that a file is to be served with. */
interface ContentHeaders {
  readonly 'content-type': string
  readonly 'cache-control': string
}

/**
 * Media type by extension, with UTF-8 for text. Browsers may cache files with a checksum in their name for ever, must
 * revalidate pages and files without an extension each time, and may cache the rest for an hour.
 *
 * @param path below the site's root
 * @param caching what the user wants instead, for all files; may be empty
 */
export function contentHeaders(path: string, caching = ''): ContentHeaders {
  return {
    'content-type': contentTypeHeader(path),
    'cache-control': caching === '' ? cacheControl(path) : caching,
  }
}

function cacheControl(path: string): string {
  if (isPage(path) || !hasExtension(path)) return 'public, max-age=0, must-revalidate'
  if (isFingerprinted(path)) return 'public, max-age=31536000, immutable'
  return 'public, max-age=3600'
}

/** True if a file name contains a checksum: `site-5d41402a.css`, `app.5D41402ABC4B.js`. */
export function isFingerprinted(path: string): boolean {
  const mark = /[-._]([0-9a-f]{8,64})(\.min)?\.[a-z0-9.]+$/i.exec(basename(path))?.[1]
  // Eight digits are probably a date.
  return mark !== undefined && (/[a-f]/i.test(mark) || mark.length > 12)
}
