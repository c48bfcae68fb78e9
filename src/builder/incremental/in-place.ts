/** Reads again files that stay what they were but for their text, so that the lists of the site stay as they are. */

import { SourceError } from '../base/source.js'
import { Document } from '../items/document.js'
import { Page } from '../items/page.js'
import { collectionOf, documentsOf, isPublishable, type Site } from '../items/site.js'
import type { StaticFile } from '../items/static-file.js'
import { readDocument } from '../read/documents.js'
import { readPage } from '../read/reader.js'
import { tolerated, type Reading } from '../read/reading.js'
import { beginsText } from '../read/text.js'

/** What reading has found, before generators add theirs. */
export interface Base {
  readonly pages: Page[]
  readonly staticFiles: readonly StaticFile[]
}

/** The document or page of a file; of several the first, null for none. */
export function itemOfFile(site: Site, path: string): Document | Page | null {
  // Plugins make pages of paths that no file has.
  if (!site.files.has(path)) return null
  const isOf = ({ sourcePath }: Document | Page) => sourcePath === path
  return documentsOf(site).find(isOf) ?? site.pages.find(isOf) ?? null
}

interface Swap<Kind> {
  readonly old: Kind
  readonly fresh: Kind
}

/**
 * Puts items in the places of those that their files have been; all others are again what they were read as.
 *
 * @param base is changed, too
 * @returns the new ones; null where the lists may be others, and nothing is changed
 * @throws BuildError for what cannot be read
 */
export async function replaceInPlace(
  { site, base, reading }: { readonly site: Site; readonly base: Base; readonly reading: Reading },
  changed: ReadonlySet<string>,
): Promise<(Document | Page)[] | null> {
  const documents: Swap<Document>[] = []
  const pages: Swap<Page>[] = []
  for (const path of changed) {
    const old = itemOfFile(site, path)
    if (old === null || !(await isText(reading, path, old))) return null
    if (old instanceof Page) {
      const fresh = await tolerated(reading, () => readPage(reading, path))
      if (fresh === null || !base.pages.includes(old) || !fresh.isPublished) return null
      pages.push({ old, fresh })
    } else {
      if (collectionOf(site, old.collection).metadata.has('sort_by')) return null
      const fresh = await tolerated(reading, () => readDocument(reading, old))
      if (fresh === null || !hasSamePlace(reading, { old, fresh })) return null
      documents.push({ old, fresh })
    }
  }
  for (const one of documents) putDocument(site, one)
  for (const { old, fresh } of pages) base.pages[base.pages.indexOf(old)] = fresh
  site.pages = [...base.pages]
  site.staticFiles = [...base.staticFiles]
  for (const item of [...documentsOf(site), ...site.pages]) item.restore(null)
  return [...documents, ...pages].map(({ fresh }) => fresh)
}

/** Whether it is there and still no static file: a post is a post without front matter, too. */
async function isText(reading: Reading, path: string, item: Document | Page): Promise<boolean> {
  try {
    const begins = await beginsText(reading, path)
    return begins || (item instanceof Document && item.collection.label === 'posts')
  } catch (error) {
    if (error instanceof SourceError) return false
    throw error
  }
}

function hasSamePlace(reading: Reading, { old, fresh }: Swap<Document>): boolean {
  return (
    fresh.date.epochMs === old.date.epochMs &&
    fresh.isDated === old.isDated &&
    fresh.isListed === old.isListed &&
    isPublishable(reading, fresh) === isPublishable(reading, old)
  )
}

function putDocument(site: Site, { old, fresh }: Swap<Document>): void {
  const { docs } = collectionOf(site, old.collection)
  docs[docs.indexOf(old)] = fresh
  fresh.previous = old.previous
  fresh.next = old.next
  if (fresh.previous !== null) fresh.previous.next = fresh
  if (fresh.next !== null) fresh.next.previous = fresh
}
