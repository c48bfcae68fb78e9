/**
 * Reads a site: layouts, includes, pages, posts, static files, collections, theme, data.
 *
 * The walk over the folders is Jekyll's (jekyll/reader.rb), since its order shows in `site.pages`.
 */

import type { Collection } from '../items/collection.js'
import { compareText, type Document } from '../items/document.js'
import { nameOf } from '../items/item.js'
import { Page } from '../items/page.js'
import type { StaticFile } from '../items/static-file.js'
import { BuildError } from '../base/build-error.js'
import { isFuture, isPublishable, type Site } from '../items/site.js'
import { canRead } from '../base/source.js'
import { createCollections, readCollection, readStaticFile } from './collections.js'
import { readSiteData } from './data-files.js'
import { isDraftName, isPostName, keptDocument, readDocument } from './documents.js'
import { readIncludes, readLayouts } from './layouts.js'
import { fileDefaults, tolerated, type Reading } from './reading.js'
import { beginsText, readItemText } from './text.js'
import { readThemeAssets } from './theme-assets.js'
import { buildTree, filesBelow, joinPath } from './tree.js'

interface Found {
  readonly pages: Page[]
  readonly staticFiles: StaticFile[]
  readonly posts: Document[]
}

/** Reads everything that rendering needs. @throws BuildError for what Jekyll refuses to build */
export async function readSite(reading: Reading): Promise<Site> {
  const layouts = await readLayouts(reading)
  const collections = createCollections(reading)
  const found: Found = { pages: [], staticFiles: [], posts: [] }
  await readFolder(reading, found, { folder: '', posts: collections.get('posts') })
  await readIncludedFiles(reading, found)
  found.pages.sort((a, b) => compareText(a.name, b.name))
  found.staticFiles.sort((a, b) => compareText(a.path, b.path))
  await readCollections(reading, collections, found)
  await readThemeAssets(reading, found)
  const { settings, source, reporter, zone, now, theme } = reading
  const data = await readSiteData(reading)
  const files = new Set(allFiles(reading))
  const includes = await readIncludes(reading)
  return {
    settings,
    source,
    reporter,
    zone,
    now,
    theme,
    files,
    layouts,
    includes,
    data,
    collections,
    pages: found.pages,
    staticFiles: found.staticFiles,
  }
}

/** Reads one text as what it would be in the site, also one that is hidden, a draft or of the future; null for none. */
export async function readOne(reading: Reading, path: string): Promise<Document | Page | null> {
  const include = reading.settings.include.filter((entry) => pathOfEntry(entry) === path)
  const more = { drafts: true, unpublished: true, future: true, limitPosts: 0, include }
  const { onRead: _onRead, kept: _kept, tolerate: _tolerate, ...parts } = reading
  const settings = { ...reading.settings, ...more }
  const one: Reading = { ...parts, settings, tree: buildTree([path]), futures: [] }
  const collections = createCollections(one)
  const found: Found = { pages: [], staticFiles: [], posts: [] }
  await readFolder(one, found, { folder: '', posts: collections.get('posts') })
  await readIncludedFiles(one, found)
  await readCollections(one, collections, found)
  const documents = [...collections.values()].flatMap(({ docs }) => docs)
  return [...documents, ...found.pages].find(({ sourcePath }) => sourcePath === path) ?? null
}

function pathOfEntry(entry: string): string {
  return entry.replace(/^\/+|(?<!\/)\/+$/g, '')
}

function* allFiles({ tree }: Reading): Generator<string> {
  for (const [folder, { files }] of tree) for (const name of files) yield joinPath(folder, name)
}

async function readCollections(
  reading: Reading,
  collections: Map<string, Collection>,
  found: Found,
): Promise<void> {
  for (const collection of collections.values()) {
    if (collection.label === 'posts') collection.docs = limitPosts(reading, found.posts)
    else if (collection.label !== 'data') {
      await readCollection(reading, collection)
      found.staticFiles.push(...collection.files)
    }
    collection.linkNeighbours()
  }
}

function limitPosts({ settings }: Reading, posts: Document[]): Document[] {
  posts.sort((a, b) => a.compareTo(b))
  return settings.limitPosts > 0 ? posts.slice(-settings.limitPosts) : posts
}

interface SourceFolder {
  readonly folder: string
  readonly posts: Collection | undefined
}

async function readFolder(reading: Reading, found: Found, place: SourceFolder): Promise<void> {
  const { folder } = place
  const here = reading.tree.get(folder)
  if (here === undefined) return
  await readPosts(reading, found, place)
  for (const name of here.folders) {
    if (!reading.filter.keeps(folder, name, true)) continue
    await readFolder(reading, found, { ...place, folder: joinPath(folder, name) })
  }
  for (const name of here.files) {
    if (!reading.filter.keeps(folder, name, false)) continue
    await readFile(reading, found, joinPath(folder, name))
  }
}

async function readFile(reading: Reading, found: Found, path: string): Promise<void> {
  if (!(await beginsText(reading, path))) {
    const place = { sourcePath: path, collection: null }
    found.staticFiles.push(await readStaticFile(reading, `/${path}`, place))
    return
  }
  const page = await tolerated(reading, () => readPage(reading, path))
  if (page === null) return
  if (!page.isPublished && !reading.settings.unpublished) return
  found.pages.push(page)
  reading.onRead?.(page)
}

/** Reads one page. @throws BuildError for front matter that is no mapping, and an empty permalink */
export function readPage(reading: Reading, path: string, folder?: string): Promise<Page> {
  const read = () => readPageFile(reading, path, folder)
  return reading.kept?.item(reading, { path, as: `page ${folder ?? ''}` }, read) ?? read()
}

async function readPageFile(reading: Reading, path: string, folder?: string): Promise<Page> {
  const { source, settings, reporter } = reading
  const text = await readItemText(source, path, { reporter, strict: settings.strictFrontMatter })
  if (text.data.get('permalink') === '') {
    throw new BuildError('The permalink is empty', { path, key: 'permalink' })
  }
  const defaults = fileDefaults(settings, path, 'pages')
  return new Page(path, text, {
    config: settings.content,
    defaults,
    ...(folder === undefined ? {} : { folder }),
  })
}

async function readPosts(reading: Reading, found: Found, place: SourceFolder): Promise<void> {
  const { settings } = reading
  const { folder, posts } = place
  // jekyll/reader.rb: outside_configured_directory?, a test of the path's beginning
  if (posts === undefined || !folder.startsWith(settings.collectionsDir)) return
  await readPostFolder(reading, found, {
    posts,
    folder: joinPath(folder, '_posts'),
    accepts: isPostName,
  })
  if (!settings.drafts) return
  await readPostFolder(reading, found, {
    posts,
    folder: joinPath(folder, '_drafts'),
    accepts: isDraftName,
  })
}

interface PostFolder {
  readonly posts: Collection
  readonly folder: string
  readonly accepts: (path: string) => boolean
}

async function readPostFolder(reading: Reading, found: Found, from: PostFolder): Promise<void> {
  const { tree, filter, settings } = reading
  for (const entry of filesBelow(tree, from.folder)) {
    if (!from.accepts(entry) || !filter.keeps(from.folder, entry, false)) continue
    const sourcePath = joinPath(from.folder, entry)
    const prefix = settings.collectionsDir === '' ? '' : `${settings.collectionsDir}/`
    const path = sourcePath.startsWith(prefix) ? sourcePath.slice(prefix.length) : sourcePath
    const place = { collection: from.posts, sourcePath, path }
    const known = keptDocument(reading, place)
    const doc = known ?? (await tolerated(reading, () => readDocument(reading, place)))
    if (doc === null) continue
    if (isPublishable(reading, doc)) {
      found.posts.push(doc)
      reading.onRead?.(doc)
    } else if (isFuture(reading, doc.date.epochMs)) {
      reading.futures.push(doc.date.epochMs)
      reading.reporter.warn(`${path} has a future date and is left out`, { path: sourcePath })
    }
  }
}

// jekyll/reader.rb: read_included_excludes: a file that is named is read even from an excluded folder
async function readIncludedFiles(reading: Reading, found: Found): Promise<void> {
  const known = new Set([
    ...found.pages.map((page) => page.path),
    ...found.staticFiles.map((file) => file.sourcePath),
  ])
  for (const entry of reading.settings.include) {
    const path = pathOfEntry(entry)
    if (known.has(path) || nameOf(path) === '' || path.split('/').includes('..')) continue
    const isNew = !reading.tree.has(path) && (await canRead(reading.source, path))
    if (isNew) await readFile(reading, found, path)
  }
}
