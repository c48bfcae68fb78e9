/** The file-system view of a site. @see src/http/README.md (Source) */

import { readFile } from 'node:fs/promises'
import { impossiblePost } from '../../content/dated-names.js'
import { checkPath, isConflictCopy, originalOf } from '../../content/paths.js'
import { CONFIG_PATH } from '../../content/site-config.js'
import { GalleyError, invalid, notFound } from '../../errors.js'
import type { Entry, OwnedEntry } from '../../model/entry.js'
import type { SiteRecord } from '../../model/site.js'
import type { Actor } from '../../model/user.js'
import type { EntryHead } from '../../store/index/site-index.js'
import { contentOf, type FileContent, type FilePlace, type UploadedFile } from './files.js'
import { commitAs } from '../accounts/commit-as.js'
import { siteConfigIn } from '../branch/long-yaml/long-yaml.js'
import { requireVersion } from './preconditions.js'
import type { EditableEntriesParts } from './editable-entries.js'
import type { Page, Precondition, Window } from '../branch/views.js'
import { partOf } from '../../store/page.js'
import { nextTurn } from '../../system/yielding.js'

/** One line of a listing. */
export type SourceItem =
  | { readonly kind: 'directory'; readonly path: string }
  | { readonly kind: 'file'; readonly owned: OwnedEntry }

interface ListOptions {
  /** Names that begin with a dot, too. */
  readonly all: boolean
  /** All files below, without directories; `window` is ignored then. */
  readonly recursive: boolean
  readonly window: Window
}

interface SourceWrite {
  readonly upload: UploadedFile
  readonly basis: Precondition
}

export type Source = ReturnType<typeof createSource>

export function createSource(parts: EditableEntriesParts) {
  const { access, index, authors } = parts
  return {
    /** The file at a path, or `directory`. @throws GalleyError `not_found` */
    async find(actor: Actor, place: FilePlace): Promise<OwnedEntry | 'directory'> {
      const { site } = access.onSite(actor, place.siteId, 'source.use')
      const path = pathOf(place)
      if (path === '') return 'directory'
      const entry = index.entryByPath(site.id, path)
      if (entry) return authors.ownedOne(site, entry)
      if (await index.childrenOf(site.id, path)) return 'directory'
      throw notFound('file or directory')
    },

    async list(actor: Actor, place: FilePlace, options: ListOptions): Promise<Page<SourceItem>> {
      const { site } = access.onSite(actor, place.siteId, 'source.use')
      const path = pathOf(place)
      return options.recursive
        ? listBelow(parts, site, { path, all: options.all })
        : listLevel(parts, site, { path, ...options })
    },

    async read(actor: Actor, place: FilePlace): Promise<FileContent> {
      access.onSite(actor, place.siteId, 'source.use')
      const entry = index.entryByPath(place.siteId, pathOf(place))
      if (!entry) throw notFound('file')
      const repository = await parts.repositories.get(place.siteId)
      return contentOf(repository, entry)
    },

    put: (actor: Actor, place: FilePlace, write: SourceWrite): Promise<OwnedEntry> =>
      putFile(parts, actor, { place, write }),

    /**
     * Deletes a file. @returns its last state
     * @throws GalleyError `validation_failed` for a directory and `_config.yml`
     */
    async delete(actor: Actor, place: FilePlace, basis: Precondition): Promise<OwnedEntry> {
      const on = access.onSite(actor, place.siteId, 'source.use')
      const { site } = on
      const path = pathOf(place)
      const find = async (): Promise<Entry> => {
        const entry = index.entryByPath(site.id, path)
        if (entry) return entry
        if (path === '' || (await index.childrenOf(site.id, path))) {
          throw invalid('name', 'is a directory, which can only be emptied')
        }
        throw notFound('file')
      }
      const owned = authors.ownedOne(site, await find())
      if (path === CONFIG_PATH) throw invalid('name', `is ${CONFIG_PATH}, which can't be deleted`)
      await commitAs(parts, { actor, ...on }, async () => {
        requireVersion((await find()).oid, basis)
        return { files: new Map([[path, null]]), message: `Delete ${path}` }
      })
      return owned
    },
  }
}

/** Of a second version that a conflict left: the path of the file that it belongs to; null for other files. */
export function conflictOriginal({ path }: Pick<Entry, 'path'>): string | null {
  return isConflictCopy(path) ? originalOf(path) : null
}

/** `""` for the root, which may also be given as `.`; one trailing slash is allowed. */
function pathOf({ path }: FilePlace): string {
  const trimmed = path.replace(/\/$/, '')
  return trimmed === '.' ? '' : trimmed
}

interface Level extends ListOptions {
  readonly path: string
}

const FOLDERS_FIRST = {
  placeOf: (item: string | EntryHead) => (typeof item === 'string' ? [0, item] : [1, item.path]),
}

async function listLevel(
  { index, authors }: EditableEntriesParts,
  site: SiteRecord,
  { path, all, window }: Level,
): Promise<Page<SourceItem>> {
  const listing = await index.childrenOf(site.id, path)
  if (!listing) {
    if (path === '') return { rows: [], total: 0, next: null }
    throw notFound('directory')
  }
  const isShown = (name: string) => all || !name.slice(name.lastIndexOf('/') + 1).startsWith('.')
  const directories = listing.directories.filter(isShown)
  const files = listing.files.filter((file) => isShown(file.path))
  const { rows: slice, ...page } = partOf([...directories, ...files], window, FOLDERS_FIRST)
  const heads = slice.filter((item) => typeof item !== 'string')
  const owned = new Map(ownedHeads(authors, site, heads).map((one) => [one.entry.path, one]))
  const rows = slice.flatMap((item): SourceItem[] => {
    if (typeof item === 'string') return [{ kind: 'directory', path: item }]
    const found = owned.get(item.path)
    return found ? [{ kind: 'file', owned: found }] : []
  })
  return { ...page, rows }
}

/** Files whose owners are looked up before a yield to the event loop. */
const OWNED_AT_ONCE = 1000

async function listBelow(
  { index, authors }: EditableEntriesParts,
  site: SiteRecord,
  { path, all }: { readonly path: string; readonly all: boolean },
): Promise<Page<SourceItem>> {
  const heads = await index.entriesBelow(site.id, path)
  const below = path === '' ? 0 : path.length + 1
  const rows: SourceItem[] = []
  for (let at = 0; at < heads.length; at += OWNED_AT_ONCE) {
    const some = heads
      .slice(at, at + OWNED_AT_ONCE)
      .filter((head) => all || !/(^|\/)\./.test(head.path.slice(below)))
    for (const owned of ownedHeads(authors, site, some)) rows.push({ kind: 'file', owned })
    await nextTurn()
  }
  return { rows, total: rows.length, next: null }
}

function ownedHeads(
  authors: EditableEntriesParts['authors'],
  site: SiteRecord,
  heads: readonly EntryHead[],
): OwnedEntry[] {
  return authors.owned(
    site,
    heads.map((head) => ({ ...head, text: null })),
  )
}

interface Putting {
  readonly place: FilePlace
  readonly write: SourceWrite
}

async function putFile(
  parts: EditableEntriesParts,
  actor: Actor,
  { place, write }: Putting,
): Promise<OwnedEntry> {
  const { access, index, authors } = parts
  const on = access.onSite(actor, place.siteId, 'source.use')
  const { site } = on
  const path = pathOf(place)
  const reason = path === '' ? 'must not be empty' : checkPath(path)
  if (reason !== null) throw invalid('name', reason)
  const day = impossiblePost(path)
  if (day !== null) throw invalid('name', day)
  if (path === CONFIG_PATH) await refuseBadConfig(write.upload, site.id)
  await commitAs(parts, { actor, ...on }, async () => {
    const entry = index.entryByPath(site.id, path)
    requireVersion(entry?.oid ?? null, write.basis)
    const files = new Map([[path, { file: write.upload.path }]])
    return { files, message: `${entry ? 'Update' : 'Create'} ${path}` }
  })
  const entry = index.entryByPath(site.id, path)
  if (!entry) throw notFound('file')
  return authors.ownedOne(site, entry)
}

/** @throws GalleyError `validation_failed` if the configuration is not a YAML mapping */
async function refuseBadConfig(upload: UploadedFile, siteId: string): Promise<void> {
  const text = await readFile(upload.path, 'utf8')
  const { error } = await siteConfigIn(text, { siteId })
  if (!error) return
  const where = `${CONFIG_PATH}:${error.line}:${error.column}`
  throw new GalleyError('validation_failed', `${where}: ${error.reason}`, {
    details: [{ field: 'file', message: `line ${error.line}: ${error.reason}` }],
  })
}
