/** Static files of collections. @see src/http/README.md (Roles; Content) */

import { open, readFile } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { collectionFolder } from '../../content/site-config.js'
import { invalid, notFound } from '../../errors.js'
import { openContent } from '../../git/lfs/objects.js'
import type { BlobReader, ByteRange } from '../../git/objects/blob-stream.js'
import type { Repository } from '../../git/repository.js'
import type { Entry, PermittedEntry } from '../../model/entry.js'
import type { EntryAction } from '../../model/policy.js'
import { FILE_SORTS } from '../../model/sort-fields.js'
import type { Actor } from '../../model/user.js'
import {
  askerOf,
  permitting,
  requireOnEntry,
  requireOnUpload,
  type SiteAccess,
} from '../accounts/access.js'
import { commitAs } from '../accounts/commit-as.js'
import { configIn } from '../branch/config-state.js'
import { requireCollection, type CollectionPlace } from './documents.js'
import { requireVersion } from './preconditions.js'
import { parseSort, permitted } from './entry-lists.js'
import { HEAD_BYTES, refuseFrontMatter, refuseWritersPost } from './upload-rules.js'
import { refuseRendered } from './rendered-files.js'
import { taken, type EditableEntriesParts } from './editable-entries.js'
import type { EntryQuery, Page, Precondition } from '../branch/views.js'
import { toNfc } from '../../model/normal-form.js'

/** An upload on disk; `filename` comes from the client and is untrusted. */
export interface UploadedFile {
  readonly path: string
  readonly filename: string
  readonly size: number
}

interface NewFile {
  readonly upload: UploadedFile
  /** Relative to the collection; else the upload's own name. */
  readonly path?: string | undefined
  /** True to replace an existing file; else it is a conflict. */
  readonly replace: boolean
  /** The version to replace, if the client said one. */
  readonly basis: Precondition
}

/** The bytes of one version. */
export interface FileContent {
  readonly path: string
  readonly oid: string
  /** Bytes. */
  readonly size: number
  /** Opens the bytes from `start` (inclusive) to `end` (exclusive), read as the consumer reads. */
  readonly open: (range: ByteRange, reader: BlobReader) => Readable
}

/** A file of a site, by its path from the root. */
export interface FilePlace {
  readonly siteId: string
  readonly path: string
}

export type Files = ReturnType<typeof createFiles>

export function createFiles(parts: EditableEntriesParts) {
  const { access, index } = parts
  const find = createFinder(parts)
  return {
    async list(
      actor: Actor,
      place: CollectionPlace,
      query: EntryQuery,
    ): Promise<Page<PermittedEntry>> {
      const { site } = access.onSite(actor, place.siteId, 'files.read')
      requireCollection(parts, place)
      const page = await index.listEntries({
        siteId: site.id,
        kinds: ['file'],
        collection: place.collection,
        q: query.q,
        sort: parseSort(query.sort ?? 'filename-asc', FILE_SORTS),
        asker: askerOf(actor),
        signalOf: query.signalOf,
        ...query.window,
      })
      return { ...page, rows: await permitted(parts, { actor, site }, page.rows) }
    },

    create: (actor: Actor, place: CollectionPlace, file: NewFile): Promise<PermittedEntry> =>
      createFile(parts, actor, { place, file }),

    /** What visitors get: for a pointer of Git LFS the object, where it is here. */
    async read(actor: Actor, place: FilePlace): Promise<FileContent> {
      const { entry } = find(actor, place, 'read')
      const repository = await parts.repositories.get(place.siteId)
      const { size, open } = await openContent(repository, entry)
      return { path: entry.path, oid: entry.oid, size, open }
    },

    /** @returns the id of the deleted file */
    async delete(requester: Actor, place: FilePlace, basis: Precondition): Promise<string> {
      const { entry, ...on } = find(requester, place, 'delete')
      const repository = await parts.repositories.get(place.siteId)
      await commitAs(parts, { actor: requester, ...on }, async (snapshot, actor) => {
        const found = find(actor, place, 'delete')
        const { config } = await configIn(repository, snapshot)
        await refuseRendered(found.role, place.path, { repository, snapshot, config })
        requireVersion(found.entry.oid, basis)
        return { files: new Map([[place.path, null]]), message: `Delete ${place.path}` }
      })
      return entry.id
    },
  }
}

function createFinder({ access, index, authors }: EditableEntriesParts) {
  return (
    actor: Actor,
    { siteId, path }: FilePlace,
    action: EntryAction,
  ): SiteAccess & { readonly entry: Entry } => {
    const { site, role } = access.onSite(actor, siteId, 'files.read')
    const entry = index.entryByPath(siteId, path)
    // Other published files can be read here, and changed through the source.
    const isHere =
      entry !== null && (entry.collection !== null || (action === 'read' && entry.url !== null))
    if (!isHere || entry.kind !== 'file') throw notFound('file')
    const isOwn = authors.isOwn(actor, site, entry)
    const { visibility } = entry
    requireOnEntry(role, action, { noun: 'file', visibility, isOwn, name: 'file' })
    return { site, role, entry }
  }
}

interface Creating {
  readonly place: CollectionPlace
  readonly file: NewFile
}

async function createFile(
  parts: EditableEntriesParts,
  actor: Actor,
  { place, file }: Creating,
): Promise<PermittedEntry> {
  const { access, index, authors } = parts
  const on = access.onSite(actor, place.siteId, 'files.upload')
  const { site, role } = on
  requireCollection(parts, place)
  const name = file.path ?? uploadName(file.upload.filename)
  requireOnUpload(role, name)
  const head = await headOf(file.upload)
  const readAll = () => readFile(file.upload.path, 'utf8')
  await refuseFrontMatter({ role, head, readAll, field: 'file' })
  const repository = await parts.repositories.get(site.id)
  let path = ''
  await commitAs(parts, { actor, ...on }, async (snapshot) => {
    const { config } = await configIn(repository, snapshot)
    path = `${collectionFolder(config, place.collection)}/${name}`
    refuseWritersPost(role, { path, head }, config)
    await refuseRendered(role, path, { repository, snapshot, config })
    const entry = index.entryByPath(site.id, path)
    if (entry && !file.replace) throw taken(path)
    if (entry) {
      const isOwn = authors.isOwn(actor, site, entry)
      // The replaced file may be a document, which has its own rules.
      const noun = entry.kind === 'file' ? 'file' : 'text'
      const { visibility, kind } = entry
      requireOnEntry(role, 'change', { noun, visibility, isOwn, name: kind })
    }
    // The error has the version, which only those may learn who may see the file.
    requireVersion(entry?.oid ?? null, file.basis)
    const verb = entry ? 'Replace' : 'Upload'
    const files = new Map([[path, { file: file.upload.path }]])
    return { files, message: `${verb} ${path}` }
  })
  const entry = index.entryByPath(site.id, path)
  if (!entry) throw notFound('file')
  return permitting(access, actor, site.id)(authors.ownedOne(site, entry))
}

/** The content of an entry; read only when it is needed. */
export function contentOf(repository: Repository, { path, oid, size }: Entry): FileContent {
  return {
    path,
    oid,
    size,
    open: (range, reader) => repository.streamBlob({ oid, size }, range, reader),
  }
}

/** The last part of the client's file name. A backslash is not treated as a separator, and is refused later. */
function uploadName(filename: string): string {
  const name = toNfc(filename).split('/').at(-1) ?? ''
  if (name === '') throw invalid('path', 'is needed, since the file has no name')
  return name
}

async function headOf(upload: UploadedFile): Promise<Buffer> {
  const handle = await open(upload.path, 'r')
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await handle.close()
  }
}
