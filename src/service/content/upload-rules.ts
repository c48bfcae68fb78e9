/**
 * What an upload must not be, whatever door it comes by: a text that the build takes for a document, and
 * what a writer would bring live before a publisher has seen it.
 *
 * @see src/http/README.md (Roles; Limits of what a request may hold)
 */

import { classify } from '../../content/classify.js'
import { readDatedName } from '../../content/dated-names.js'
import { beginsWithFence, splitFrontMatter } from '../../content/front-matter/split.js'
import type { SiteConfig } from '../../content/site-config.js'
import { GalleyError } from '../../errors.js'
import type { RoleKind } from '../../model/role.js'

/** Bytes of a file that are looked at first: they show a picture and the like to be no text. */
export const HEAD_BYTES = 4096

interface Placed {
  /** From the site's root. */
  readonly path: string
  /** The first {@link HEAD_BYTES}. */
  readonly head: Uint8Array
}

/** What somebody brings. */
interface Upload extends Pick<Placed, 'head'> {
  readonly role: RoleKind
  /** The text, asked for where its beginning does not tell. */
  readonly readAll: () => Promise<string>
  /** What the client calls the bytes. */
  readonly field: 'content' | 'file'
}

/**
 * However long its front matter is. One that has no end is none; the generator renders such a file all the
 * same, so it is no writer's to bring.
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

/** Among posts a byte order mark may stand before it, and more blanks behind its dashes. */
async function isFrontMatter(head: Uint8Array, readAll: () => Promise<string>): Promise<boolean> {
  const begins = /^\uFEFF?---/.test(new TextDecoder('utf-8', { ignoreBOM: true }).decode(head))
  return begins && splitFrontMatter(await readAll()) !== null
}

/**
 * Of what lies among the posts the name alone makes a post, with front matter or without: it would be
 * live, and no draft of anybody's.
 *
 * @throws GalleyError `forbidden` for a writer's
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

/** What is no UTF-8 is no post. A character that is cut off at the end of the head says nothing. */
function mayBeText(head: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(head, { stream: true })
    return true
  } catch {
    return false
  }
}
