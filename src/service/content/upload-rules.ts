/**
 * Rules for uploads that hold for every way of uploading: no files that the build would treat as documents, and
 * nothing by which a writer would publish without a review.
 *
 * @see src/http/README.md (Roles; Limits of what a request may hold)
 */

import { classify } from '../../content/classify.js'
import { readDatedName } from '../../content/dated-names.js'
import { beginsWithFence, splitFrontMatter } from '../../content/front-matter/split.js'
import type { SiteConfig } from '../../content/site-config.js'
import { GalleyError } from '../../errors.js'
import type { RoleKind } from '../../model/role.js'

/** Bytes that are examined first; enough to see that a picture is not a text. */
export const HEAD_BYTES = 4096

interface Placed {
  /** From the site's root. */
  readonly path: string
  /** The first {@link HEAD_BYTES}. */
  readonly head: Uint8Array
}

/** An upload. */
interface Upload extends Pick<Placed, 'head'> {
  readonly role: RoleKind
  /** Reads the text, if its beginning is not enough. */
  readonly readAll: () => Promise<string>
  /** The client's field for the bytes. */
  readonly field: 'content' | 'file'
}

/**
 * Refuses files with front matter, however long that is. Front matter without an end does not count. But the
 * generator renders such a file, so writers may not upload it.
 *
 * @throws GalleyError `front_matter_not_allowed`
 */
export async function refuseFrontMatter({ role, head, readAll, field }: Upload): Promise<void> {
  const isRendered = role === 'writer' && beginsWithFence(head)
  if (!isRendered && !(await isFrontMatter(head, readAll))) return
  throw new GalleyError(
    'front_matter_not_allowed',
    'The file has front matter: upload it through the source endpoint, or create a document.',
    { details: [{ field, message: 'has front matter' }] },
  )
}

/** In posts, front matter may also come after a byte order mark, and have more blanks after its dashes. */
async function isFrontMatter(head: Uint8Array, readAll: () => Promise<string>): Promise<boolean> {
  const begins = /^\uFEFF?---/.test(new TextDecoder('utf-8', { ignoreBOM: true }).decode(head))
  return begins && splitFrontMatter(await readAll()) !== null
}

/**
 * In a folder of posts, the name alone makes a file a post, with or without front matter. So a writer's file would be
 * live without a review.
 *
 * @throws GalleyError `forbidden` for writers
 */
export function refuseWritersPost(
  role: RoleKind,
  { path, head }: Placed,
  config: SiteConfig,
): void {
  if (role !== 'writer' || !isPost(path, config) || !mayBeText(head)) return
  const name = path.slice(path.lastIndexOf('/') + 1)
  throw new GalleyError(
    'forbidden',
    `${name} would be published as a post without a review: create it as a document, or ` +
      'give it a name without a date.',
  )
}

function isPost(path: string, config: SiteConfig): boolean {
  const { collection, isDraft } = classify(path, { hasFrontMatter: false }, config)
  return collection === 'posts' && !isDraft && readDatedName(path) !== null
}

/** A file that is not UTF-8 is not a post. A character that is cut off at the end of the head is ignored. */
function mayBeText(head: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(head, { stream: true })
    return true
  } catch {
    return false
  }
}
