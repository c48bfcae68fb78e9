/** Pages and static files that were changed, added and removed. */

import type { Collection } from '../items/collection.js'
import { compareText } from '../items/document.js'
import type { Page } from '../items/page.js'
import type { StaticFile } from '../items/static-file.js'
import { readStaticFile } from '../read/collections.js'
import { readPage } from '../read/reader.js'
import { collectionOf } from '../items/site.js'
import type { Reached } from './reached.js'
import { comparePages, compareWalk, inserted } from './order.js'
import { dataChanged } from './same.js'
import type { State } from './state.js'

const LISTS = ['static_files', 'collections', 'documents', 'urls']

/** Reads a static file of the site again. */
export async function replaceFile(state: State, old: StaticFile, reached: Reached): Promise<void> {
  const { sourcePath } = old
  const collection = old.collection && collectionOf(state.site, old.collection)
  const file = await readStaticFile(state.prepared.reading, old.path, { sourcePath, collection })
  state.sources?.set(sourcePath, file)
  state.baseFiles = state.baseFiles.map((one) => (one === old ? file : one))
  if (collection) collection.files = collection.files.map((one) => (one === old ? file : one))
  state.hasOtherFiles = true
  reached.siteChanged('static_files', 'collections', 'documents')
}

interface FilePlace {
  readonly sourcePath: string
  /** As templates see it. */
  readonly path: string
  readonly collection: Collection | null
}

/** Takes a static file that is new. */
export async function addFile(state: State, place: FilePlace, reached: Reached): Promise<void> {
  const { sourcePath, path, collection } = place
  const file = await readStaticFile(state.prepared.reading, path, { sourcePath, collection })
  state.sources?.set(sourcePath, file)
  const own = state.baseFiles.filter((one) => one.collection === null)
  if (collection === null) {
    setFiles(
      state,
      inserted(own, file, (a, b) => compareText(a.path, b.path)),
    )
  } else {
    collection.files = inserted(collection.files, file, (a, b) =>
      compareWalk(a.sourcePath, b.sourcePath, 'by name'),
    )
    setFiles(state, own)
  }
  reached.siteChanged(...LISTS)
}

/** Takes a static file out. */
export function removeFile(state: State, old: StaticFile, reached: Reached): void {
  state.sources?.delete(old.sourcePath)
  const collection = old.collection && collectionOf(state.site, old.collection)
  if (collection !== null) collection.files = collection.files.filter((one) => one !== old)
  setFiles(
    state,
    state.baseFiles.filter((one) => one.collection === null && one !== old),
  )
  reached.siteChanged(...LISTS)
}

function setFiles(state: State, own: readonly StaticFile[]): void {
  const labelled = [...state.site.collections.values()].filter(({ label }) => label !== 'posts')
  state.hasOtherFiles = true
  state.baseFiles = [...own, ...labelled.flatMap(({ files }) => files)]
}

/** Reads a page of the site again. @returns false where it is none any more */
export async function replacePage(state: State, old: Page, reached: Reached): Promise<boolean> {
  const { site, readers, prepared } = state
  const page = await readPage(prepared.reading, old.path)
  const id = readers.names.of(old)
  if (id === null || (!page.isPublished && !site.settings.unpublished)) return false
  state.basePages = state.basePages.map((one) => (one === old ? page : one))
  state.sources?.set(page.sourcePath, page)
  state.host.sourceMaps.delete(old)
  reached.add(id)
  dataChanged(reached, id, { old, fresh: page })
  if (old.url !== page.url || old.isHtml !== page.isHtml) {
    reached.anyChanged(id)
    reached.siteChanged('html_pages', 'urls')
  }
  return true
}

/** Takes a page that is new; that the list is another is seen when the pages are named. */
export async function addPage(state: State, path: string): Promise<void> {
  const page = await readPage(state.prepared.reading, path)
  if (!page.isPublished && !state.site.settings.unpublished) return
  state.sources?.set(path, page)
  state.basePages = inserted(state.basePages, page, comparePages)
}

/** Takes a page out. */
export function removePage(state: State, old: Page): void {
  state.sources?.delete(old.sourcePath)
  state.host.sourceMaps.delete(old)
  state.basePages = state.basePages.filter((page) => page !== old)
}
