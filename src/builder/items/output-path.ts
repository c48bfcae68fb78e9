/** Where a URL is written: a path below the destination, and never another. */

import { destinationPath, unescapePath } from '../../content/url.js'

/** The path of an output file (of a URL that ends with a slash, `index` with an own extension) from the destination's root, or null where the URL names no file. */
export function outputPath(url: string, extension = '', folderExtension = '.html'): string | null {
  if (unescapePath(url).includes('\0')) return null
  const path = destinationPath(url, extension, folderExtension)
  return path === '' ? null : path
}
