/**
 * Brings a kept site up to date with files that changed, where that is possible.
 *
 * Only files that the site had before, and that are still of the same kind, are taken; whatever else
 * changes (settings, data, styles, files that come or go) is built anew. When in doubt, the answer is no.
 */

import { addExcerpt } from '../generate/excerpts.js'
import type { Document } from '../items/document.js'
import { Page } from '../items/page.js'
import { StaticFile } from '../items/static-file.js'
import { inOrder, readStaticFile } from '../read/collections.js'
import { readDocument } from '../read/documents.js'
import { readIncludes, readLayouts } from '../read/layouts.js'
import { readPage } from '../read/reader.js'
import { hasHeader } from '../read/text.js'
import { documentsOf, isPublishable, isWritten } from '../site.js'
import { SITE } from '../render/reads.js'
import { SourceError } from '../source.js'
import type { Reached } from './facts.js'
import { isSame, isSameMap } from './same.js'
import type { State } from './state.js'

// Their generators only add pages, which are compared with those of the build before.
const ONLY_ADDING = new Set(['jekyll-feed', 'jekyll-sitemap', 'jekyll-paginate', 'jekyll-archives'])
const STYLES = /\.(?:scss|sass|css)$/i

type Source = Document | Page | StaticFile

/** Whether the site is one whose builds can begin from the last one. */
export function isPatchable({ site, prepared, host, reads }: State): boolean {
  const { settings } = site
  const isOrdered = [...site.collections.values()].some(
    ({ metadata }) => metadata.has('order') || metadata.has('sort_by'),
  )
  return (
    prepared.plugins.generating.every((name) => ONLY_ADDING.has(name)) &&
    settings.includesDir !== '' &&
    settings.layoutsDir !== '' &&
    settings.limitPosts === 0 &&
    !settings.pageExcerpts &&
    !isOrdered &&
    host.cache.size === 0 &&
    reads.readersOf(SITE, 'destination').size === 0 &&
    reads.readersOf(SITE, '*').size === 0 &&
    !reads.isUnsafe
  )
}

/** The site's files by path; null where one file is two things. */
export function sourcesOf({ site, basePages, baseFiles }: State): Map<string, Source> | null {
  const sources = new Map<string, Source>()
  for (const source of [...documentsOf(site), ...basePages, ...baseFiles]) {
    if (sources.has(source.sourcePath)) return null
    sources.set(source.sourcePath, source)
  }
  return sources
}

/**
 * Reads the changed files again.
 *
 * @returns false when the site has to be built anew; it may be half changed then
 * @throws BuildError for a file that cannot be read as what it is
 */
export async function applyChanges(
  state: State,
  changed: readonly string[],
  reached: Reached,
): Promise<boolean> {
  const sources = sourcesOf(state)
  if (sources === null) return false
  const { settings } = state.site
  let touchesTemplates = false
  for (const path of changed) {
    if (!(await isStillThere(state, path))) return false
    if (isBelow(path, settings.layoutsDir) || isBelow(path, settings.includesDir)) {
      if (sources.has(path)) return false
      touchesTemplates = true
    } else {
      const source = sources.get(path)
      if (source === undefined || !(await replace(state, source, reached))) return false
    }
    state.host.forgetText(path)
    reached.changed('file', path)
  }
  if (touchesTemplates) await readTemplates(state, reached)
  return true
}

function isBelow(path: string, folder: string): boolean {
  return path.startsWith(`${folder}/`)
}

async function isStillThere({ site, request }: State, path: string): Promise<boolean> {
  if (!site.files.has(path) || STYLES.test(path) || path.startsWith('_config.')) return false
  if (request.configFiles?.includes(path) === true) return false
  if (isBelow(path, site.settings.dataDir)) return false
  try {
    await hasHeader(site.source, path)
    return true
  } catch (error) {
    if (error instanceof SourceError) return false
    throw error
  }
}

async function replace(state: State, source: Source, reached: Reached): Promise<boolean> {
  const isText = await hasHeader(state.site.source, source.sourcePath)
  if (source instanceof StaticFile) return !isText && replaceFile(state, source, reached)
  if (source instanceof Page) return isText && replacePage(state, source, reached)
  const isPost = source.collection.label === 'posts'
  return (isText || isPost) && replaceDocument(state, source, reached)
}

async function replaceFile(state: State, old: StaticFile, reached: Reached): Promise<boolean> {
  const { sourcePath, collection } = old
  const place = { sourcePath, collection }
  const file = await readStaticFile(state.prepared.reading, old.path, place)
  state.baseFiles = state.baseFiles.map((one) => (one === old ? file : one))
  if (collection) collection.files = collection.files.map((one) => (one === old ? file : one))
  reached.siteChanged('static_files', 'collections', 'documents')
  return true
}

async function replacePage(state: State, old: Page, reached: Reached): Promise<boolean> {
  const { site, reads, prepared } = state
  const page = await readPage(prepared.reading, old.path)
  if (!page.isPublished && !site.settings.unpublished) return false
  const id = reads.idOf(old)
  // A style sheet with front matter is found by its extension, before.
  if (id === null || page.isSass) return false
  state.basePages = state.basePages.map((one) => (one === old ? page : one))
  reached.add(id)
  dataChanged(reached, id, { old, fresh: page })
  if (old.url !== page.url || old.isHtml !== page.isHtml) {
    reached.anyChanged(id)
    reached.siteChanged('html_pages', 'urls')
  }
  return true
}

async function replaceDocument(state: State, old: Document, reached: Reached): Promise<boolean> {
  const { site, reads, prepared } = state
  const { collection, sourcePath, path } = old
  const doc = await readDocument(prepared.reading, { collection, sourcePath, path })
  const id = reads.idOf(old)
  if (id === null || (!doc.isPublished && !site.settings.unpublished)) return false
  if (collection.label === 'posts' && !isPublishable(site, doc)) return false
  if (isWritten(site, doc) !== isWritten(site, old)) return false
  addExcerpt(site, doc, prepared.blockTags)
  reached.add(id)
  compareDocuments(reached, id, { old, fresh: doc })
  if (old.excerpt !== null) state.host.forgetExcerpt(old.excerpt)
  putInPlace(state, { old, fresh: doc }, reached)
  return true
}

interface Replaced<Kind> {
  readonly old: Kind
  readonly fresh: Kind
}

function compareDocuments(reached: Reached, id: string, { old, fresh }: Replaced<Document>): void {
  dataChanged(reached, id, { old, fresh })
  const hasMoved = old.url !== fresh.url || old.id !== fresh.id
  if (hasMoved) for (const key of ['url', 'id']) reached.changed(id, key)
  const hasDate = old.date.epochMs !== fresh.date.epochMs
  if (hasDate) reached.changed(id, 'date')
  if (hasMoved || hasDate || !isSame(old.data.get('slug'), fresh.data.get('slug'))) {
    reached.siteChanged('urls')
  }
  if (!isSameExcerpt({ old, fresh })) reached.changed(id, 'excerpt')
}

function isSameExcerpt({ old, fresh }: Replaced<Document>): boolean {
  const [before, after] = [old.excerpt, fresh.excerpt]
  if (before === null || after === null) return before === after
  return before.content === after.content && !before.isLiquid && !after.isLiquid
}

function dataChanged(
  reached: Reached,
  id: string,
  { old, fresh }: Replaced<Document | Page>,
): void {
  for (const key of new Set([...old.data.keys(), ...fresh.data.keys()])) {
    if (isSame(old.data.get(key), fresh.data.get(key))) continue
    reached.changed(id, String(key))
    if (key === 'tags' || key === 'categories') reached.siteChanged(key)
  }
  if (!isSameMap(old.data, fresh.data)) reached.changed(id, '*')
}

function putInPlace(
  { reads, prepared }: State,
  { old, fresh }: Replaced<Document>,
  reached: Reached,
) {
  const { collection } = old
  const before = collection.docs
  const docs = before.map((doc) => (doc === old ? fresh : doc))
  reads.name(fresh, reads.idOf(old) ?? '')
  collection.docs = inOrder(prepared.reading, docs, collection.folder)
  collection.linkNeighbours()
  if (docs.every((doc, i) => doc === collection.docs[i])) return
  for (const doc of collection.docs) neighboursChanged(reads.idOf(doc), reached)
  const lists = ['posts', 'documents', 'collections', 'tags', 'categories', 'related_posts']
  reached.siteChanged(collection.label, ...lists, 'urls')
}

// All of them: which ones would have to be worked out from both orders, and a date changes seldom.
function neighboursChanged(id: string | null, reached: Reached): void {
  if (id === null) return
  for (const key of ['next', 'previous']) reached.changed(id, key)
}

async function readTemplates({ site, prepared }: State, reached: Reached): Promise<void> {
  const layouts = await readLayouts(prepared.reading)
  for (const [name, old] of site.layouts) {
    const fresh = layouts.get(name)
    const isSameText = fresh?.content === old.content && fresh.lineOffset === old.lineOffset
    if (!isSameText || !isSameMap(fresh.data, old.data)) reached.changed('layout', name)
    if (fresh !== undefined) site.layouts.set(name, fresh)
  }
  const includes = await readIncludes(prepared.reading)
  for (const [name, old] of site.includes) {
    const fresh = includes.get(name)
    if (fresh !== old) reached.changed('include', name)
    if (fresh !== undefined) site.includes.set(name, fresh)
  }
}
