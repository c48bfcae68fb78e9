/** MIME types by file name. */

import mime from 'mime-types'

const UNKNOWN = 'application/octet-stream'

/** MIME type without parameters. */
export function contentType(path: string): string {
  return mime.lookup(path) || UNKNOWN
}

/** MIME type with `charset=utf-8` where text has one. */
export function contentTypeHeader(path: string): string {
  return mime.contentType(path.slice(path.lastIndexOf('/') + 1)) || UNKNOWN
}
