/**
 * Renders one file as it would be with another text, over a kept site.
 *
 * For the time of the rendering the file stands in its place in the site's lists, and what would be
 * rendered after it is as it was read; then all is put back as it was.
 */

import { addExcerpt } from '../generate/excerpts.js'
import { Document } from '../items/document.js'
import type { Item } from '../items/item.js'
import { Page } from '../items/page.js'
import { readDocument } from '../read/documents.js'
import { readPage } from '../read/reader.js'
import type { Reading } from '../read/reading.js'
import { addToTree, removeFromTree } from '../read/tree.js'
import { renderOne } from '../render/site-renderer.js'
import { collectionOf, documentsOf } from '../items/site.js'
import { withFile, type OverlaidFile } from '../base/source.js'
import { withDocument } from './documents.js'
import { comparePages, inserted } from './order.js'
import { placeOf } from './places.js'
import type { State } from './state.js'

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

/** What a rendered item is to whoever asked for it. */
export function pageOf({ output, url, outputPath }: Item): UnsavedPage {
  return { output: output ?? '', url, outputPath }
}

/**
 * Renders the file with its text; the state is afterwards what it was.
 *
 * @returns null where only a whole build can tell what the file is
 * @throws BuildError for a text that cannot be rendered
 */
export async function renderUnsaved(state: State, file: UnsavedFile): Promise<UnsavedPage | null> {
  const { site, host } = state
  host.hidesTexts = file.hidesTexts
  try {
    return await site.reporter.aside(() => host.aside(() => placeAndRender(state, file)))
  } finally {
    host.hidesTexts = false
  }
}

async function placeAndRender(state: State, file: OverlaidFile): Promise<UnsavedPage | null> {
  const item = await readItem(state, file)
  if (item === null) return null
  const { tree } = state.prepared.reading
  const isNew = !state.site.files.has(file.path) && addToTree(tree, file.path)
  try {
    return await placed(state, item, async () => {
      await beforeItsTurn(state, item, () => renderOne(state.host, item))
      return pageOf(item)
    })
  } finally {
    if (isNew) removeFromTree(tree, file.path)
  }
}

async function readItem(state: State, file: OverlaidFile): Promise<Document | Page | null> {
  const { prepared } = state
  const source = withFile(prepared.reading.source, file)
  const reading: Reading = { ...prepared.reading, source }
  const known = state.sources?.get(file.path)
  if (known instanceof Page) {
    const page = await readPage(reading, known.path)
    // What it lists depends on where it is.
    return known.pager !== null && known.url !== page.url ? null : page
  }
  if (known instanceof Document) return readIn(state, reading, known)
  const place = placeWithDrafts(state, file)
  if ('collection' in place) return readIn(state, reading, place)
  return place.kind === 'folder' ? readPage(reading, file.path) : null
}

async function readIn(
  { site, prepared }: State,
  reading: Reading,
  { collection, sourcePath, path }: Pick<Document, 'collection' | 'sourcePath' | 'path'>,
): Promise<Document> {
  const doc = await readDocument(reading, { collection, sourcePath, path })
  addExcerpt(site, doc, prepared.blockTags)
  return doc
}

/** Drafts are no part of the site, but each can be looked at. */
function placeWithDrafts(state: State, { path }: OverlaidFile) {
  const { site } = state
  return placeOf(
    { ...state, site: { ...site, settings: { ...site.settings, drafts: true } } },
    path,
  )
}

function placed<Result>(
  state: State,
  item: Document | Page,
  run: () => Promise<Result>,
): Promise<Result> {
  return item instanceof Page ? placedPage(state, item, run) : placedDocument(state, item, run)
}

async function placedDocument<Result>(
  state: State,
  doc: Document,
  run: () => Promise<Result>,
): Promise<Result> {
  const { sourcePath } = doc
  const collection = collectionOf(state.site, doc.collection)
  const { docs } = collection
  const others = docs.filter((one) => one.sourcePath !== sourcePath)
  collection.docs = withDocument(state, others, doc)
  collection.linkNeighbours()
  try {
    return await run()
  } finally {
    collection.docs = docs
    collection.linkNeighbours()
  }
}

async function placedPage<Result>(
  { site, sources }: State,
  page: Page,
  run: () => Promise<Result>,
): Promise<Result> {
  const { pages } = site
  const old = sources?.get(page.path)
  if (old instanceof Page) page.pager = old.pager
  site.pages =
    old instanceof Page
      ? pages.map((one) => (one === old ? page : one))
      : inserted(pages, page, comparePages)
  try {
    return await run()
  } finally {
    site.pages = pages
  }
}

/** Runs with everything behind an item in the order of rendering as it was read. */
async function beforeItsTurn(
  { site, readers, saved }: State,
  item: Item,
  run: () => Promise<void>,
): Promise<void> {
  const items: Item[] = [...documentsOf(site), ...site.pages]
  const later = items.slice(items.indexOf(item) + 1)
  const texts = later.map((one) => ({ one, content: one.content, output: one.output }))
  for (const one of later) {
    const known = saved.get(readers.names.of(one) ?? '')
    if (known === undefined) continue
    one.content = known.raw
    one.output = known.rawOutput
  }
  try {
    await run()
  } finally {
    for (const { one, content, output } of texts) {
      one.content = content
      one.output = output
    }
  }
}
