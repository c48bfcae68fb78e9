/**
 * Images and other files of all collections: what they are, where they are used, and their content for holders of a
 * signed URL.
 *
 * @see src/http/README.md (Media)
 */

import type { Readable } from 'node:stream'
import { invalid, notFound } from '../../errors.js'
import type { BlobReader, ByteRange } from '../../git/objects/blob-stream.js'
import { openContent, type BlobContent } from '../../git/lfs/objects.js'
import { GitError } from '../../git/program/git-error.js'
import type { Repository } from '../../git/repository.js'
import type { Entry, EntryKind, PermittedEntry } from '../../model/entry.js'
import { MAX_MEDIA_ON_PAGE, MAX_USES, THUMBNAIL_WIDTHS } from '../../model/limits.js'
import { mayOnSite } from '../../model/policy.js'
import type { RoleKind } from '../../model/role.js'
import { FILE_SORTS } from '../../model/sort-fields.js'
import type { Actor } from '../../model/user.js'
import type { SiteIndex } from '../../store/index/site-index.js'
import type { Records } from '../../store/records/records.js'
import { mapLimited } from '../../system/parallel.js'
import { createYielder } from '../../system/yielding.js'
import { askerOf, permitting, type Access } from '../accounts/access.js'
import { mayRead, type Authors, type Viewer } from '../branch/authors.js'
import type { Repositories } from '../branch/repositories.js'
import type { EntryQuery, Page } from '../branch/views.js'
import { parseSort } from '../content/entry-lists.js'
import { withoutSet } from '../../model/change-set.js'
import type { MediaTokens } from './media-tokens.js'
import { dimensionsOf, HEADER_BYTES, type Dimensions } from './dimensions.js'
import type { Mentions } from './mentions.js'
import { isShrinkable, type Thumbnails } from './thumbnails.js'

/** A text that refers to a file. */
interface Use {
  readonly kind: EntryKind
  readonly id: string
  readonly title: string
  readonly path: string
}

/** A file with derived facts. */
export interface MediaView {
  readonly file: PermittedEntry
  /** Null if it is not an image. */
  readonly dimensions: Dimensions | null
  readonly usedBy: readonly Use[]
  /** Token for its content. */
  readonly token: string
  readonly hasThumbnail: boolean
}

/** The content of a signed URL. */
export interface MediaContent {
  /** Extension of the file name; `webp` for a thumbnail. */
  readonly extension: string
  /** Bytes. */
  readonly size: number
  /** Opens the bytes from `start` (inclusive) to `end` (exclusive). */
  readonly open: (range: ByteRange, reader: BlobReader) => Readable | Buffer
}

interface MediaParts {
  readonly access: Access
  readonly records: Pick<Records, 'sites'>
  readonly index: SiteIndex
  readonly authors: Authors
  readonly repositories: Repositories
  readonly tokens: MediaTokens
  readonly mentions: Mentions
  readonly thumbnails: Thumbnails
}

/** Files whose first bytes are read at the same time. */
const READ_AT_ONCE = 4
/** Images whose dimensions are cached, by content. */
const MAX_KNOWN = 10_000

export type Media = ReturnType<typeof createMedia>

export function createMedia(parts: MediaParts) {
  const { access, records, index, repositories, tokens, thumbnails } = parts
  const dimensions = createDimensions()
  return {
    async list(actor: Actor, siteId: string, query: EntryQuery): Promise<Page<MediaView>> {
      const { site, role } = access.onSite(actor, siteId, 'files.read')
      const page = await index.listEntries({
        siteId,
        kinds: ['file'],
        isPublished: true,
        q: query.q,
        sort: parseSort(query.sort ?? 'filename-asc', FILE_SORTS),
        asker: askerOf(actor),
        ...query.window,
        limit: Math.min(query.window.limit, MAX_MEDIA_ON_PAGE),
      })
      const repository = await repositories.get(siteId)
      const sizes = await mapLimited(page.rows, READ_AT_ONCE, (entry) =>
        dimensions.of(repository, entry),
      )
      const uses = await usesOf(parts, { actor, site, role }, page.rows)
      const permit = permitting(access, actor, siteId)
      const rows = parts.authors.owned(site, page.rows).map((owned, place): MediaView => {
        const { entry } = owned
        const size = sizes[place] ?? null
        const { oid } = entry
        return {
          file: withinReach(permit(owned), role),
          dimensions: size,
          usedBy: uses[place] ?? [],
          token: tokens.tokenOf({
            siteId: withoutSet(siteId),
            oid,
            extension: extensionOf(entry.path),
          }),
          hasThumbnail: isShrinkable(size),
        }
      })
      return { ...page, rows }
    },

    /**
     * @param width null for the file itself
     * @throws GalleyError `not_found` for an expired or invalid URL, or if there is no thumbnail; `validation_failed`
     *   for another width
     */
    async open(token: string, width: number | null): Promise<MediaContent> {
      const address = tokens.read(token)
      if (!address || !records.sites.find(address.siteId)) throw notFound('file')
      const { siteId, oid, extension } = address
      const repository = await repositories.get(siteId)
      if (width === null) {
        const { size, open } = await contentOf(repository, oid)
        return { extension, size, open }
      }
      requireWidth(width)
      const data = await thumbnails.get({ siteId, repository, oid, width })
      return { extension: 'webp', size: data.length, open: (r) => data.subarray(r.start, r.end) }
    },
  }
}

/** The file may have disappeared from the history while its URL is still valid. */
async function contentOf(repository: Repository, oid: string): Promise<BlobContent> {
  try {
    const { size } = await repository.reader.info(oid)
    return await openContent(repository, { oid, size })
  } catch (error) {
    throw error instanceof GitError && error.code === 'not_found' ? notFound('file') : error
  }
}

function requireWidth(width: number): void {
  if (THUMBNAIL_WIDTHS.some((one) => one === width)) return
  throw invalid('width', `must be one of ${THUMBNAIL_WIDTHS.join(', ')}`)
}

function extensionOf(path: string): string {
  const name = path.slice(path.lastIndexOf('/') + 1)
  return name.includes('.') ? name.slice(name.lastIndexOf('.') + 1).toLowerCase() : ''
}

/** Files outside of collections can only be changed through the source. */
function withinReach(file: PermittedEntry, role: RoleKind): PermittedEntry {
  if (file.entry.collection !== null || mayOnSite(role, 'source.use')) return file
  return { ...file, rights: { update: false, delete: false, publish: false } }
}

/** Extensions of possible images; the content decides. */
const IMAGES: ReadonlySet<string> = new Set('png jpg jpeg jpe jfif gif webp avif'.split(' '))

function createDimensions() {
  const known = new Map<string, Dimensions | null>()
  return {
    async of(repository: Repository, { oid, size, path }: Entry): Promise<Dimensions | null> {
      if (!IMAGES.has(extensionOf(path))) return null
      const before = known.get(oid)
      if (before !== undefined) return before
      const content = await openContent(repository, { oid, size })
      // The object of a pointer may come later.
      if (content.isMissing) return null
      const found = dimensionsOf(await content.start(HEADER_BYTES))
      if (known.size >= MAX_KNOWN) known.clear()
      known.set(oid, found)
      return found
    },
  }
}

/** For each file, the texts that refer to it and that the viewer may see. */
async function usesOf(
  { mentions, authors }: MediaParts,
  viewer: Viewer,
  files: readonly Entry[],
): Promise<Use[][]> {
  if (files.length === 0) return []
  const found = await mentions.on(viewer.site.id)
  const yieldIfDue = createYielder()
  const all: Use[][] = []
  for (const file of files) {
    await yieldIfDue()
    const uses: Use[] = []
    for (const head of found.of(file.path)) {
      if (uses.length >= MAX_USES) break
      const { kind, id, title, path } = head
      if (mayRead(authors, viewer, head)) uses.push({ kind, id, title: title ?? '', path })
    }
    all.push(uses)
  }
  return all
}
