/**
 * Brings a kept site up to date with files that changed, came or went, where that is possible.
 *
 * Whatever else changes (settings, files of a theme, names that mean several things) is built anew.
 * When in doubt, the answer is no.
 */

import { GEMFILE, GEMFILE_LOCK } from '../../content/gems/gemfile.js'
import { Document } from '../items/document.js'
import { Page } from '../items/page.js'
import { hasHeader } from '../read/text.js'
import { addToTree, removeFromTree } from '../read/tree.js'
import { SITE, STYLES } from '../facts/read-log.js'
import { SourceError } from '../base/source.js'
import { addDocument, removeDocument, replaceDocument } from './documents.js'
import { pluginFolders } from '../site-plugins/plugin-files.js'
import type { Reached } from './reached.js'
import { addFile, addPage, removeFile, removePage, replaceFile, replacePage } from './files.js'
import { placeOf } from './places.js'
import type { Source, State } from './state.js'
import { readDataAgain, readTemplates } from './templates.js'

// Their generators only add pages, which are compared with those of the build before.
const ONLY_ADDING = new Set(['jekyll-feed', 'jekyll-sitemap', 'jekyll-paginate', 'jekyll-archives'])
const SETTINGS = new Set([GEMFILE, GEMFILE_LOCK])
const STYLE = /\.(?:scss|sass|css)$/i

/** Whether the site is one whose builds can begin from the last one. */
export function isPatchable(state: State): boolean {
  const { site, host, readers } = state
  const { settings } = site
  return (
    canPlace(state) &&
    settings.includesDir !== '' &&
    settings.layoutsDir !== '' &&
    settings.dataDir !== '' &&
    host.cache.size === 0 &&
    host.counters.isEmpty &&
    !host.carried.isRead &&
    readers.readersOf(SITE, 'destination').size === 0 &&
    readers.readersOf(SITE, '*').size === 0 &&
    !readers.isUnsafe
  )
}

/** Whether a file's place in the site can be told without reading the others. */
function canPlace({ site, prepared, sources }: State): boolean {
  const { settings, collections } = site
  const isOrdered = [...collections.values()].some(
    ({ metadata }) => metadata.has('order') || metadata.has('sort_by'),
  )
  return (
    sources !== null &&
    prepared.plugins.generating.every((name) => ONLY_ADDING.has(name)) &&
    settings.limitPosts === 0 &&
    !settings.pageExcerpts &&
    !isOrdered
  )
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
  const { layoutsDir, includesDir, dataDir } = state.site.settings
  const touches = (...folders: readonly string[]) =>
    changed.some((path) => folders.some((folder) => path.startsWith(`${folder}/`)))
  for (const path of changed) {
    if (!(await applyChange(state, path, reached))) return false
    state.host.forgetText(path)
    reached.changed('file', path)
  }
  if (touches(layoutsDir, includesDir)) await readTemplates(state, reached)
  if (touches(dataDir)) await readDataAgain(state, reached)
  if (changed.some((path) => STYLE.test(path))) {
    state.host.forgetStyles()
    reached.changed(STYLES, '*')
  }
  return true
}

async function applyChange(state: State, path: string, reached: Reached): Promise<boolean> {
  const { request, sources } = state
  const isSetting = path.startsWith('_config.') || SETTINGS.has(path) || path.endsWith('.gemspec')
  if (isSetting || request.configFiles?.includes(path) === true) return false
  if (pluginFolders(state.site.settings).some((folder) => path.startsWith(`${folder}/`)))
    return false
  const source = sources?.get(path)
  const isText = await textOf(state, path)
  if (isText === null) {
    if (!forget(state, path)) return false
    return source === undefined || remove(state, source, reached)
  }
  if (!(await learn(state, path))) return false
  if (source === undefined) return add(state, { path, isText }, reached)
  if (await replace(state, { source, isText }, reached)) return true
  return remove(state, source, reached) && add(state, { path, isText }, reached)
}

/** Whether the file has front matter; null where there is none. */
async function textOf({ site }: State, path: string): Promise<boolean | null> {
  try {
    return await hasHeader(site.source, path)
  } catch (error) {
    if (error instanceof SourceError) return null
    throw error
  }
}

function forget({ site, prepared }: State, path: string): boolean {
  // A folder may stand in its place now.
  if (prepared.reading.tree.has(path)) return false
  if (site.files.delete(path)) removeFromTree(prepared.reading.tree, path)
  return true
}

async function learn({ site, prepared }: State, path: string): Promise<boolean> {
  if (site.files.has(path)) return true
  if (!addToTree(prepared.reading.tree, path)) return false
  site.files.add(path)
  return true
}

interface Fresh {
  readonly path: string
  readonly isText: boolean
}

async function add(state: State, { path, isText }: Fresh, reached: Reached): Promise<boolean> {
  const place = placeOf(state, path)
  switch (place.kind) {
    case 'unknown':
      return false
    case 'ignored':
      return true
    case 'post':
      return addDocument(state, place, reached)
    case 'collection':
      if (isText) return addDocument(state, place, reached)
      await addFile(state, place, reached)
      return true
    case 'folder':
      if (isText) await addPage(state, path)
      else await addFile(state, { ...place, collection: null }, reached)
      return true
  }
}

function remove(state: State, source: Source, reached: Reached): boolean {
  // What the theme has in its place would come back.
  if (state.site.theme?.files.has(source.sourcePath) === true) return false
  if (source instanceof Document) removeDocument(state, source, reached)
  else if (source instanceof Page) removePage(state, source)
  else removeFile(state, source, reached)
  return true
}

interface Changed {
  readonly source: Source
  readonly isText: boolean
}

async function replace(
  state: State,
  { source, isText }: Changed,
  reached: Reached,
): Promise<boolean> {
  if (source instanceof Document) {
    const isPost = source.collection.label === 'posts'
    return (isText || isPost) && replaceDocument(state, source, reached)
  }
  if (source instanceof Page) return isText && replacePage(state, source, reached)
  if (isText) return false
  await replaceFile(state, source, reached)
  return true
}
