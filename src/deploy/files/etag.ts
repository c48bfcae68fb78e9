/** Reads ETags, the target's names for versions of a file. */

/** Longest ETag in characters. A longer one counts as none, and sizes are compared instead. */
export const MAX_VERSION = 256

/** Removes the quotes; `''` for a missing ETag, and for one that is too long. */
export function bareEtag(etag = ''): string {
  return etag.length > MAX_VERSION ? '' : etag.replace(/^(W\/)?"|"$/g, '')
}
