/**
 * Renders one file as it would be with another text, over a site in memory.
 *
 * For the time of the rendering the file stands in its place in the site's lists; then all is put back as it was. What
 * generators make of the whole site (paginated lists, archives, feeds) is as the files on disk have it.
 */

import { withFile, type OverlaidFile } from '../base/source.js'
import { addExcerpt } from '../generate/excerpts.js'
import { compareText, Document } from '../items/document.js'
import type { Item } from '../items/item.js'
import { Page } from '../items/page.js'
import { collectionOf } from '../items/site.js'
import { sortDocuments } from '../read/collections.js'
import { readDocument } from '../read/documents.js'
import { readOne, readPage } from '../read/reader.js'
import type { Reading } from '../read/reading.js'
import { addToTree, removeFromTree } from '../read/tree.js'
import type { Desk } from './desk.js'
import { itemOfFile } from './in-place.js'

/** A file with a text that is not saved. */
export interface UnsavedFile extends OverlaidFile {
  /** Whether its templates are kept from the sources of other documents and pages. */
  readonly hidesTexts: boolean
}

/** What a page would be. */
export interface UnsavedPage {
  readonly output: string
  /** URL path of the page. */
  readonly url: string
  /** From the destination's root; null when the URL names no file. */
  readonly outputPath: string | null
}

/**
 * Renders the file with its text; the site is afterwards what it was.
 *
 * @returns null for a file that makes no page
 * @throws BuildError for a text that cannot be rendered
 */
export async function renderUnsaved(desk: Desk, file: UnsavedFile): Promise<UnsavedPage | null> {
  const { site, host } = desk
  host.hidesTexts = file.hidesTexts
  try {
    return await site.reporter.aside(() => placeAndRender(desk, file))
  } finally {
    host.hidesTexts = false
  }
}

async function placeAndRender(desk: Desk, file: OverlaidFile): Promise<UnsavedPage | null> {
  const { reading } = desk.prepared
  const old = itemOfFile(desk.site, file.path)
  const item = await readItem(reading, old, file)
  if (item === null) return null
  const isNew = !desk.site.files.has(file.path) && addToTree(reading.tree, file.path)
  const took = item instanceof Page ? placePage(desk, item, old) : placeDocument(desk, item)
  try {
    const shown = await generateOne(desk, item, old)
    const items: Item[] = old === null ? [item, shown] : [item, shown, old]
    await desk.demand.render(shown, { items, lists: took.changesLists })
    const { output, url, outputPath } = shown
    return { output: output ?? '', url, outputPath }
  } finally {
    took.back()
    if (isNew) removeFromTree(reading.tree, file.path)
  }
}

async function readItem(
  reading: Reading,
  old: Document | Page | null,
  file: OverlaidFile,
): Promise<Document | Page | null> {
  const { kept: _kept, tolerate: _tolerate, ...parts } = reading
  const overlaid: Reading = { ...parts, source: withFile(reading.source, file) }
  if (old === null) return readOne(overlaid, file.path)
  return old instanceof Page ? readPage(overlaid, file.path) : readDocument(overlaid, old)
}

/**
 * What generators make of the item alone; what they have made of it with the whole site it keeps.
 *
 * @returns what is rendered: the item, or the first page of those that have taken its place
 */
async function generateOne(
  { prepared, site, host }: Desk,
  item: Document | Page,
  old: Document | Page | null,
): Promise<Document | Page> {
  const { reading, plugins, blockTags } = prepared
  const isExcerpted = item instanceof Document || (site.settings.pageExcerpts && item.isHtml)
  if (isExcerpted) addExcerpt(site, item, blockTags)
  await plugins.generate({ site, reading, host, blockTags, only: item })
  if (!(item instanceof Page)) return item
  if (!site.pages.includes(item)) {
    return site.pages.find(({ sourcePath }) => sourcePath === item.sourcePath) ?? item
  }
  if (!(old instanceof Page)) return item
  item.pager = old.pager
  item.extra = old.extra
  const asRead = reading.kept?.dataOf(old) ?? null
  const moved = old.data.get('permalink')
  if (asRead !== null && moved !== asRead.get('permalink') && !item.data.has('permalink')) {
    if (typeof moved === 'string') item.moveTo(moved)
  }
  return item
}

interface Placed {
  /** Whether lists have other items than before, or in another order. */
  readonly changesLists: boolean
  readonly back: () => void
}

function placeDocument({ site, prepared }: Desk, doc: Document): Placed {
  const collection = collectionOf(site, doc.collection)
  const { docs } = collection
  const others = docs.filter((one) => one.sourcePath !== doc.sourcePath)
  collection.docs = [...others, doc]
  if (collection.label === 'posts') collection.docs.sort((a, b) => a.compareTo(b))
  else sortDocuments(prepared.reading, collection)
  collection.linkNeighbours()
  const isSame = (one: Document, i: number) => one.sourcePath === docs[i]?.sourcePath
  return {
    changesLists: collection.docs.length !== docs.length || !collection.docs.every(isSame),
    back: () => {
      collection.docs = docs
      collection.linkNeighbours()
    },
  }
}

function placePage({ site }: Desk, page: Page, old: Document | Page | null): Placed {
  const { pages } = site
  site.pages = old === null ? inserted(pages, page) : pages.map((one) => (one === old ? page : one))
  return { changesLists: old === null, back: () => void (site.pages = pages) }
}

/** By name; those of one name as the walk over the folders finds them: folders before files. */
function inserted(pages: readonly Page[], page: Page): Page[] {
  const at = pages.findIndex((one) => !one.isGenerated && comparePages(one, page) > 0)
  if (at >= 0) return pages.toSpliced(at, 0, page)
  const end = pages.findLastIndex((one) => !one.isGenerated) + 1
  return pages.toSpliced(end, 0, page)
}

function comparePages(a: Page, b: Page): number {
  const byName = compareText(a.name, b.name)
  if (byName !== 0) return byName
  const [left, right] = [a.path.split('/'), b.path.split('/')]
  const at = left.findIndex((name, i) => name !== right[i])
  const [isFileA, isFileB] = [at === left.length - 1, at === right.length - 1]
  if (isFileA !== isFileB) return isFileA ? 1 : -1
  return (left[at] ?? '') < (right[at] ?? '') ? -1 : 1
}
