/** Collections: entries of `_config.yml` with a folder each. @see src/http/README.md (Content) */

import type { CollectionEdit } from '../../content/site-config-edit.js'
import { collectionFolder, CONFIG_PATH } from '../../content/site-config.js'
import { toAscii } from '../../content/romanize.js'
import { slugForTitle, slugify } from '../../content/slug.js'
import { fromJson, type YamlMap } from '../../content/yaml/value.js'
import { GalleyError, invalid, notFound } from '../../errors.js'
import type { Edit } from '../../git/commit.js'
import type { Snapshot } from '../../git/objects/snapshot.js'
import { collectionRights } from '../../model/policy.js'
import type { CollectionFacts, CollectionView, SiteRecord } from '../../model/site.js'
import type { Actor } from '../../model/user.js'
import type { Records } from '../../store/records/records.js'
import type { Advanced } from '../branch/advance.js'
import type { SiteAccess } from '../accounts/access.js'
import { commitAs, type By } from '../accounts/commit-as.js'
import { configIn } from '../branch/config-state.js'
import { changed } from '../branch/long-yaml/long-yaml.js'
import type { CollectionPlace } from './documents.js'
import { afterCommit } from '../branch/failures.js'
import type { EditableEntriesParts } from './editable-entries.js'
import type { Page, Window } from '../branch/views.js'
import { partOf } from '../../store/page.js'
import { METADATA_BUDGET } from '../../model/limits.js'

interface CollectionInput {
  readonly title?: string | undefined
  readonly path?: string | undefined
  readonly permalink?: string | null | undefined
  readonly output?: boolean | undefined
  readonly metadata?: Readonly<Record<string, unknown>> | undefined
}

interface CollectionChange {
  readonly input: CollectionInput
  /** Throws if the client started from another version. */
  readonly check: (view: CollectionView) => void
}

interface CollectionsParts extends EditableEntriesParts {
  readonly entryIds: Records['entryIds']
}

export type Collections = ReturnType<typeof createCollections>

export function createCollections(parts: CollectionsParts) {
  return { ...createReaders(parts), ...createWriters(parts) }
}

function createReaders(parts: CollectionsParts) {
  const { access, index } = parts
  const view = createViewer(parts)
  return {
    list(actor: Actor, siteId: string, window: Window): Page<CollectionView> {
      const { site, role } = access.onSite(actor, siteId, 'collections.read')
      const facts = index.siteFacts(siteId)?.collections ?? []
      // The order of `_config.yml` has no place for what is gone.
      const all = window.after ? facts.toSorted(byPath) : facts
      const { rows, ...page } = partOf(all, window, { placeOf: ({ path }) => [path] })
      return { ...page, rows: rows.map((one) => view({ site, role }, one)) }
    },

    get(actor: Actor, { siteId, collection }: CollectionPlace): CollectionView {
      const on = access.onSite(actor, siteId, 'collections.read')
      return findView(parts, on, collection)
    },
  }
}

function byPath(a: CollectionFacts, b: CollectionFacts): number {
  return a.path < b.path ? -1 : 1
}

function findView(parts: CollectionsParts, on: SiteAccess, label: string): CollectionView {
  const facts = parts.index.siteFacts(on.site.id)?.collections.find(({ path }) => path === label)
  if (!facts) throw notFound('collection')
  return createViewer(parts)(on, facts)
}

function createWriters(parts: CollectionsParts) {
  const { access } = parts
  const find = (on: SiteAccess, label: string) => findView(parts, on, label)
  return {
    /**
     * Creates a collection. If its folder exists, the files in it become its documents.
     *
     * @throws GalleyError `conflict` for the path of another collection
     */
    async create(
      actor: Actor,
      siteId: string,
      input: CollectionInput & { readonly title: string },
    ): Promise<CollectionView> {
      const on = access.onSite(actor, siteId, 'collections.change')
      const { site } = on
      let label = input.path === undefined ? '' : checkLabel(input.path)
      const made = await changeConfig(parts, { actor, ...on }, async (text) => {
        if (input.path === undefined) label = labelForTitle(input.title, isKnown(parts, site))
        refuseKnown(parts, site, label)
        const message = `Add collection ${label}`
        return { text: await addCollection({ siteId: site.id, text, label }, input), message }
      })
      return afterCommit(made, () => find(on, label))
    },

    /** Updates a collection. A new path moves the folder in the same commit. */
    async update(
      actor: Actor,
      { siteId, collection }: CollectionPlace,
      { input, check }: CollectionChange,
    ): Promise<CollectionView> {
      const on = access.onSite(actor, siteId, 'collections.change')
      const { site } = on
      const label = input.path === undefined ? collection : checkLabel(input.path)
      const before = find(on, collection)
      const made = await changeConfig(parts, { actor, ...on }, async (text, snapshot) => {
        const current = find(on, collection)
        check(current)
        const edited = await applyInput(
          { siteId: site.id, text, label: collection },
          { input, facts: current.facts },
        )
        if (label === collection) return { text: edited, message: `Change collection ${label}` }
        return renamed(parts, site, { text: edited, snapshot, from: collection, to: label })
      })
      return afterCommit(made, () => {
        if (label !== collection) moveId(parts, before, label)
        return find(on, label)
      })
    },

    /**
     * Deletes a collection with its folder. @returns its id
     * @throws GalleyError `conflict` for posts with documents
     */
    async delete(
      actor: Actor,
      { siteId, collection }: CollectionPlace,
      check: (view: CollectionView) => void,
    ): Promise<string> {
      const on = access.onSite(actor, siteId, 'collections.change')
      const { site } = on
      const { id } = find(on, collection)
      await changeConfig(parts, { actor, ...on }, async (text, snapshot) => {
        check(find(on, collection))
        return removed(parts, site, { text, snapshot, label: collection })
      })
      return id
    },
  }
}

/** A collection in a text of `_config.yml`. */
interface InConfig {
  readonly siteId: string
  readonly text: string
  readonly label: string
}

function addCollection(
  { siteId, text, label }: InConfig,
  input: CollectionInput & { readonly title: string },
): Promise<string> {
  const { title, output = true, permalink } = input
  const metadata = yamlMap(input.metadata ?? {})
  const given = typeof permalink === 'string' ? { permalink } : {}
  const edit = { title, output, ...given, metadata }
  return changed({ kind: 'collection', text, label, edit }, { siteId })
}

interface Removing {
  readonly text: string
  readonly snapshot: Snapshot
  readonly label: string
}

async function removed(
  parts: CollectionsParts,
  site: SiteRecord,
  { text, snapshot, label }: Removing,
): Promise<ConfigChange> {
  if (label === 'posts') await refusePosts(parts, site)
  const files = await removeFolder(parts, site, { snapshot, label })
  const edited = await changed({ kind: 'removed', text, label }, { siteId: site.id })
  return { text: edited, files, message: `Remove collection ${label}` }
}

interface Renaming {
  readonly text: string
  readonly snapshot: Snapshot
  readonly from: string
  readonly to: string
}

async function renamed(
  parts: CollectionsParts,
  site: SiteRecord,
  { text, snapshot, from, to }: Renaming,
): Promise<ConfigChange> {
  if (from === 'posts') throw invalid('path', 'of posts cannot be changed')
  // Another case of its own name is free.
  if (to.toLowerCase() !== from.toLowerCase()) refuseKnown(parts, site, to)
  await refuseFolder(parts, site, { snapshot, label: to })
  const files = await moveFolder(parts, site, { snapshot, from, to })
  const message = `Rename collection ${from} to ${to}`
  return {
    text: await changed({ kind: 'renamed', text, label: from, to }, { siteId: site.id }),
    files,
    message,
  }
}

/** The key for a collection's id among those of files; no file path begins with a slash. */
function idPath(label: string): string {
  return `/collections/${label}`
}

function createViewer({ entryIds, authors }: CollectionsParts) {
  return ({ site, role }: SiteAccess, facts: CollectionFacts): CollectionView => {
    const path = idPath(facts.path)
    return {
      id: entryIds.resolve(site.id, [path]).get(path) ?? '',
      siteId: site.id,
      userId: authors.userIds(site, [facts.createdBy]).get(facts.createdBy) ?? site.userId,
      facts,
      rights: collectionRights(role),
    }
  }
}

function moveId({ entryIds, now }: CollectionsParts, before: CollectionView, label: string): void {
  const rename = { from: idPath(before.facts.path), to: idPath(label) }
  entryIds.rename(before.siteId, [rename], now())
}

interface ConfigChange {
  /** The new `_config.yml`. */
  readonly text: string
  readonly files?: ReadonlyMap<string, Edit>
  readonly message: string
}

/** Makes one commit that changes `_config.yml`, and other files that belong to it. */
export async function changeConfig(
  parts: Pick<EditableEntriesParts, 'access' | 'advance'>,
  by: By,
  change: (text: string, snapshot: Snapshot) => Promise<ConfigChange>,
): Promise<Advanced> {
  return commitAs(parts, by, async (snapshot) => {
    const text = (await snapshot.entry(CONFIG_PATH))
      ? (await snapshot.read(CONFIG_PATH)).toString('utf8')
      : ''
    const changed = await change(text, snapshot)
    const files = new Map<string, Edit>(changed.files)
    if (changed.text !== text) files.set(CONFIG_PATH, { data: Buffer.from(changed.text) })
    return { files, message: changed.message }
  })
}

/**
 * Makes a label from a title. Labels are ASCII: accents are removed, Cyrillic and Greek romanized, other characters
 * dropped. If nothing is left, or a reserved word, it is a free name with a number.
 */
function labelForTitle(title: string, isTaken: (label: string) => boolean): string {
  const plain = slugify(toAscii(title)).slice(0, LABEL_LENGTH)
  const label = /[a-z0-9]/.test(plain) ? slugForTitle(plain) : 'collection'
  const isOwn = label !== 'collection' && !RESERVED.has(label)
  let free = RESERVED.has(label) ? `${label}-2` : label
  for (let n = 2; !isOwn && isTaken(free); n += 1) free = `${label}-${n}`
  return free
}

const LABEL_LENGTH = 100

const LABEL = /^[a-zA-Z0-9][a-zA-Z0-9_.-]{0,99}$/
const RESERVED = new Set(['drafts', 'layouts', 'includes', 'data', 'sass', 'site', 'plugins'])

/** The generator drops other characters from labels (jekyll/collection.rb). */
function checkLabel(label: string): string {
  if (!LABEL.test(label))
    throw invalid(
      'path',
      'may contain only the letters a to z and A to Z, digits, ".", "_" and "-"',
    )
  if (RESERVED.has(label))
    throw invalid('path', `must not be ${label}: "_${label}" has another meaning`)
  return label
}

interface InSnapshot {
  readonly snapshot: Snapshot
  readonly label: string
}

/** True if a collection has this label; case does not matter. */
function isKnown({ index }: CollectionsParts, site: SiteRecord): (label: string) => boolean {
  const known = index.siteFacts(site.id)?.collections ?? []
  const labels = new Set(known.map(({ path }) => path.toLowerCase()))
  return (label) => labels.has(label.toLowerCase())
}

function refuseKnown(parts: CollectionsParts, site: SiteRecord, label: string): void {
  if (isKnown(parts, site)(label)) throw taken(label)
}

/** The destination of a move must be empty. */
async function refuseFolder(
  parts: CollectionsParts,
  site: SiteRecord,
  { snapshot, label }: InSnapshot,
): Promise<void> {
  const { config } = await configIn(await parts.repositories.get(site.id), snapshot)
  if ((await snapshot.children(collectionFolder(config, label))) !== null) throw taken(label)
}

function taken(label: string): GalleyError {
  return new GalleyError('conflict', `There is a collection or folder "${label}" already.`, {
    details: [{ field: 'path', message: 'is taken' }],
  })
}

async function refusePosts({ index }: CollectionsParts, site: SiteRecord): Promise<void> {
  const { total } = await index.listEntries({
    siteId: site.id,
    kinds: ['document'],
    collection: 'posts',
    sort: { field: 'filename', direction: 'asc' },
    limit: 1,
    offset: 0,
  })
  if (total > 0) throw new GalleyError('conflict', 'posts can only be deleted when it is empty.')
}

async function applyInput(
  { siteId, text, label }: InConfig,
  { input, facts }: { readonly input: CollectionInput; readonly facts: CollectionFacts },
): Promise<string> {
  const edit: CollectionEdit = {
    ...(input.title !== undefined && input.title !== facts.title && { title: input.title }),
    ...(input.output !== undefined && input.output !== facts.output && { output: input.output }),
    ...(input.permalink !== undefined &&
      input.permalink !== facts.permalink && { permalink: input.permalink }),
    ...(input.metadata !== undefined &&
      JSON.stringify(input.metadata) !== JSON.stringify(facts.metadata) && {
        metadata: yamlMap(input.metadata),
      }),
  }
  if (Object.keys(edit).length === 0) return text
  return changed({ kind: 'collection', text, label, edit }, { siteId })
}

function yamlMap(json: Readonly<Record<string, unknown>>): YamlMap {
  for (const key of ['title', 'output', 'permalink']) {
    if (Object.hasOwn(json, key))
      throw invalid(`metadata.${key}`, `is not metadata: set the field ${key}`)
  }
  const value = fromJson(json, undefined, METADATA_BUDGET)
  return value instanceof Map ? value : new Map()
}

async function folderOf(
  { repositories }: CollectionsParts,
  site: SiteRecord,
  { snapshot, label }: InSnapshot,
): Promise<string> {
  const { config } = await configIn(await repositories.get(site.id), snapshot)
  return collectionFolder(config, label)
}

async function moveFolder(
  parts: CollectionsParts,
  site: SiteRecord,
  { snapshot, from, to }: { snapshot: Snapshot; from: string; to: string },
): Promise<Map<string, Edit>> {
  const old = await folderOf(parts, site, { snapshot, label: from })
  const fresh = await folderOf(parts, site, { snapshot, label: to })
  const files = new Map<string, Edit>()
  for (const entry of await snapshot.entries(old)) {
    files.set(entry.path, null)
    files.set(fresh + entry.path.slice(old.length), { oid: entry.oid, mode: entry.mode })
  }
  return files
}

async function removeFolder(
  parts: CollectionsParts,
  site: SiteRecord,
  { snapshot, label }: InSnapshot,
): Promise<Map<string, Edit>> {
  const entries = await snapshot.entries(await folderOf(parts, site, { snapshot, label }))
  return new Map(entries.map((entry) => [entry.path, null]))
}
