/** ETags, by which a target tells one version of a file from another. */

/** Characters of an ETag that is kept; what is longer is as none, and sizes are compared. */
export const MAX_VERSION = 256

/** An ETag without its quotes; `''` for none, and for one that is longer than any. */
export function bareEtag(etag = ''): string {
  return etag.length > MAX_VERSION ? '' : etag.replace(/^(W\/)?"|"$/g, '')
}
