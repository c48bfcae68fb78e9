/**
 * Media types by file name: one rule for the API, the built-in host, S3 and Swift.
 *
 * A file without an extension has no known type, so that browsers save it. It can't be a page: Jekyll writes the page at
 * `permalink: /about` to `about.html`. And as `text/html`, a file that may be uploaded because it can't run scripts
 * would run them.
 */

import mime from 'mime-types'

const UNKNOWN = 'application/octet-stream'

/** MIME type without parameters. */
export function contentType(path: string): string {
  return (hasExtension(path) && mime.lookup(path)) || UNKNOWN
}

/** MIME type with `charset=utf-8` where text has one. */
export function contentTypeHeader(path: string): string {
  return (hasExtension(path) && mime.contentType(nameOf(path))) || UNKNOWN
}

/** False for `LICENSE` and for `.html`, which is hidden and has none. */
export function hasExtension(path: string): boolean {
  return /[^.]\.[^.]+$/.test(nameOf(path))
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}
