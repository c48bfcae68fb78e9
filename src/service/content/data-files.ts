/**
 * Data files of a site (`_data`), for forms and tables; `_config.yml` likewise. Admins use all of them, publishers those
 * that `publisher_data` in `_config.yml` names.
 *
 * @see src/http/README.md (Data)
 */

import { isUtf8 } from 'node:buffer'
import { cleanFolder, text, texts } from '../../builder/base/settings.js'
import { DEFAULTS } from '../../builder/config.js'
import {
  dataFormatOf,
  type DataEdit,
  type DataFormat,
  type DataReading,
} from '../../content/data/data-file.js'
import { orderClashes } from '../../content/data/order-clash.js'
import { checkPath, isConflictCopy } from '../../content/paths.js'
import { CONFIG_PATH, type SiteConfig } from '../../content/site-config.js'
import { GalleyError, invalid, notFound } from '../../errors.js'
import type { Repository } from '../../git/repository.js'
import { setOf, withoutSet } from '../../model/change-set.js'
import type { Entry } from '../../model/entry.js'
import { MAX_DATA_FILES, MAX_DATA_SOURCE_BYTES } from '../../model/limits.js'
import type { Actor } from '../../model/user.js'
import type { EntryHead } from '../../store/index/site-index.js'
import { decodeYielding } from '../../system/long-text.js'
import type { SiteAccess } from '../accounts/access.js'
import { commitAs } from '../accounts/commit-as.js'
import { configAt } from '../branch/config-state.js'
import { changed, dataFileIn, mergedFile, siteConfigIn } from '../branch/long-yaml/long-yaml.js'
import type { Precondition } from '../branch/views.js'
import type { EditableEntriesParts } from './editable-entries.js'
import type { FilePlace } from './files.js'
import { requireVersion } from './preconditions.js'

export { DATA_FORMATS, SOURCE_REASONS } from '../../content/data/data-file.js'

/** The key of `_config.yml` with the data files and folders that publishers may change, below the folder of data. */
const PUBLISHER_DATA = 'publisher_data'

export interface DataFileHead {
  readonly path: string
  readonly oid: string
  readonly size: number
  readonly updatedAt: number
  readonly format: DataFormat
  /** True if publishers may read and change it. */
  readonly isForPublishers: boolean
}

export interface DataFile extends DataFileHead {
  readonly reading: DataReading
  /** The source of a file without a form; null if it is too large, or not UTF-8. */
  readonly text: string | null
}

/** Changes by path, or the whole new source. */
export interface DataUpdate {
  readonly change:
    | { readonly edits: readonly DataEdit[] }
    | { readonly text: string; readonly mayBeBroken: boolean }
  readonly basis: Precondition
}

export type DataFiles = ReturnType<typeof createDataFiles>

export function createDataFiles(parts: EditableEntriesParts) {
  const { access, index } = parts
  const read = async (on: SiteAccess, place: FilePlace): Promise<DataFile> => {
    const { head } = await requireData(parts, on, place)
    if (head === null) throw notFound('data file')
    return readHead(parts, place.siteId, head)
  }
  return {
    /** The data files that the actor may use, by path; at most 1,000. */
    async list(actor: Actor, siteId: string): Promise<DataFileHead[]> {
      const on = access.onSite(actor, siteId, 'data.use')
      const { folder, isFor } = await rulesOf(parts, siteId)
      if (folder === '') return []
      const heads = await index.entriesBelow(siteId, folder)
      return heads
        .flatMap((head) => headOf(head, folder, isFor) ?? [])
        .filter(({ isForPublishers }) => on.role === 'admin' || isForPublishers)
        .slice(0, MAX_DATA_FILES)
    },

    async get(actor: Actor, place: FilePlace): Promise<DataFile> {
      return read(access.onSite(actor, place.siteId, 'data.use'), place)
    },

    /**
     * Changes a file; admins create one by a whole text.
     *
     * @throws GalleyError `conflict` with both versions if somebody else has changed the same lines, or the order of the
     *   same list; `validation_failed` for broken source, unless it may be broken
     */
    async update(actor: Actor, place: FilePlace, update: DataUpdate): Promise<DataFile> {
      const on = access.onSite(actor, place.siteId, 'data.use')
      await commitAs(parts, { actor, ...on }, async () => {
        const { head, format } = await requireData(parts, on, place)
        requireVersion(head?.oid ?? null, update.basis)
        const repository = await parts.repositories.get(place.siteId)
        const source = await newText({ parts, repository, place, format, head }, update)
        if (place.path === CONFIG_PATH) await refuseBadConfig(source, place.siteId)
        const files = new Map([[place.path, { data: Buffer.from(source) }]])
        return { files, message: `${head ? 'Update' : 'Create'} ${place.path}` }
      })
      return read(on, place)
    },
  }
}

interface Rules {
  /** The folder of data; empty if the configuration names none below the root. */
  readonly folder: string
  readonly isFor: (path: string) => boolean
}

/** In a change set, publishers have the files that they have on the site: an older set must not give more. */
async function rulesOf(parts: EditableEntriesParts, siteId: string): Promise<Rules> {
  const rules = await rulesAt(parts, siteId)
  if (setOf(siteId) === null) return rules
  const { isFor } = await rulesAt(parts, withoutSet(siteId))
  return { ...rules, isFor }
}

async function rulesAt({ repositories }: EditableEntriesParts, siteId: string): Promise<Rules> {
  const repository = await repositories.get(siteId)
  const { config } = await configAt(repository, await repository.head())
  return rulesIn(config)
}

function rulesIn({ raw }: SiteConfig): Rules {
  const folder = cleanFolder(text(raw.get('data_dir')) ?? DEFAULTS.data_dir)
  const allowed = texts(raw.get(PUBLISHER_DATA)).map((path) => `${folder}/${cleanFolder(path)}`)
  const isFor = (path: string) =>
    allowed.some((one) => one !== `${folder}/` && (path === one || path.startsWith(`${one}/`)))
  return { folder, isFor }
}

function headOf(entry: EntryHead, folder: string, isFor: Rules['isFor']): DataFileHead | null {
  const { path, oid, size, updatedAt } = entry
  const format = formatBelow(path, folder)
  if (format === null || isConflictCopy(path)) return null
  return { path, oid, size, updatedAt, format, isForPublishers: isFor(path) }
}

/** Null for what a build does not read as data. */
function formatBelow(path: string, folder: string): DataFormat | null {
  if (path === CONFIG_PATH) return 'yaml'
  if (folder === '' || !path.startsWith(`${folder}/`)) return null
  return path.slice(folder.length).includes('/.') ? null : dataFormatOf(path)
}

interface Required {
  readonly head: DataFileHead | null
  readonly format: DataFormat
}

/**
 * The file at a path; null for one that an admin could create.
 *
 * @throws GalleyError `forbidden` for a publisher, whether there is such a file or not; `not_found`
 */
async function requireData(
  parts: EditableEntriesParts,
  { role, site }: SiteAccess,
  { path }: FilePlace,
): Promise<Required> {
  const { folder, isFor } = await rulesOf(parts, site.id)
  const isOwn = role === 'admin' || (path !== CONFIG_PATH && isFor(path))
  if (!isOwn) {
    const message = 'An admin of the site has not allowed publishers to use this data file.'
    throw new GalleyError('forbidden', message)
  }
  const format = formatBelow(path, folder)
  if (format === null || checkPath(path) !== null) throw notFound('data file')
  const entry = parts.index.entryByPath(site.id, path)
  const head = entry && headOf(entry, folder, isFor)
  if (head === null && role !== 'admin') throw notFound('data file')
  return { head, format }
}

async function readHead(
  { repositories }: EditableEntriesParts,
  siteId: string,
  head: DataFileHead,
): Promise<DataFile> {
  const isTooLarge = head.size > MAX_DATA_SOURCE_BYTES
  const source = isTooLarge ? null : await readSource(await repositories.get(siteId), head.oid)
  if (source === null) {
    const why = isTooLarge ? 'too_large' : 'unusual'
    const reason = { why, line: null, text: null } as const
    return { ...head, reading: { kind: 'source', reason }, text: null }
  }
  const reading = await dataFileIn({ text: source, format: head.format }, { siteId })
  return { ...head, reading, text: reading.kind === 'form' ? null : source }
}

/** The text of a version; null for what is not UTF-8, because saving it would destroy it. */
async function readSource(repository: Repository, oid: string): Promise<string | null> {
  const bytes = await repository.readBlob(oid)
  return isUtf8(bytes) && !bytes.includes(0) ? decodeYielding(bytes) : null
}

interface Context {
  readonly parts: EditableEntriesParts
  readonly repository: Repository
  readonly place: FilePlace
  readonly format: DataFormat
  readonly head: Pick<Entry, 'oid' | 'path'> | null
}

/** The new text, merged with what others have changed since the version that the request started from. */
async function newText(context: Context, { change, basis }: DataUpdate): Promise<string> {
  const { head, place } = context
  if (head === null) {
    if ('edits' in change) throw notFound('data file')
    return changedSource(context, '', change)
  }
  const current = await requireSource(context, head.oid)
  const isStale = basis.ifMatch === null && basis.sha !== null && basis.sha !== head.oid
  if (!isStale || basis.sha === null) return changedSource(context, current, change)
  if (!(await context.parts.index.hasVersion(place.siteId, place.path, basis.sha))) {
    throw new GalleyError('conflict', 'The sha is not a version of this file.', {
      details: [{ field: 'sha', message: 'is not a version of this file' }],
      currentSha: head.oid,
    })
  }
  const base = await requireSource(context, basis.sha)
  const mine = await changedSource(context, base, change)
  const merged = await mergedData(context, { base, current, mine }, change)
  if (merged !== null) return merged
  throw new GalleyError('conflict', 'Somebody else changed the same part of this file meanwhile.', {
    details: [{ field: 'text', message: 'was changed by both' }],
    currentSha: head.oid,
    conflict: { base: { text: base }, theirs: { text: current }, merged: {}, mine: { text: mine } },
  })
}

async function requireSource({ repository }: Context, oid: string): Promise<string> {
  const source = await readSource(repository, oid)
  if (source !== null && source.length <= MAX_DATA_SOURCE_BYTES) return source
  throw invalid('name', 'is a file that is no text, or too large to be changed here')
}

/** @throws GalleyError `validation_failed` for broken source */
async function changedSource(
  { place: { siteId }, format }: Context,
  from: string,
  change: DataUpdate['change'],
): Promise<string> {
  if ('edits' in change) return changed({ kind: 'data', text: from, format, ...change }, { siteId })
  const reading = await dataFileIn({ text: change.text, format }, { siteId })
  if (reading.kind === 'source' && reading.reason.why === 'broken' && !change.mayBeBroken) {
    const { line, text: reason } = reading.reason
    throw invalid('text', `is broken in line ${line}: ${reason}`)
  }
  return change.text
}

interface Sides {
  readonly base: string
  readonly current: string
  readonly mine: string
}

/** Null for a conflict: also where the lines could be merged, but what comes of them is no form any more. */
async function mergedData(
  { place: { siteId }, format }: Context,
  { base, current, mine }: Sides,
  change: DataUpdate['change'],
): Promise<string | null> {
  const merged = await mergedFile({ base, ours: current, theirs: mine }, { siteId })
  if (merged === null || !('edits' in change)) return merged
  const read = (one: string) => dataFileIn({ text: one, format }, { siteId })
  const [before, now, after] = [await read(base), await read(current), await read(merged)]
  if (before.kind === 'source' || now.kind === 'source' || after.kind === 'source') return null
  const clashes = orderClashes(change.edits, { base: before.value, now: now.value })
  return clashes ? null : merged
}

/** @throws GalleyError `validation_failed` if a build could not read the configuration */
async function refuseBadConfig(source: string, siteId: string): Promise<void> {
  const { error } = await siteConfigIn(source, { siteId })
  if (error) throw invalid('text', `is broken in line ${error.line}: ${error.reason}`)
}
