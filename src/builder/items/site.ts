/** The site while it is built: what reading found, what generators add. */

import type { YamlMap } from '../../content/yaml/value.js'
import type { Collection } from './collection.js'
import type { CollectionFacts } from './collection-facts.js'
import { Document } from './document.js'
import type { Item } from './item.js'
import type { Layout } from './layout.js'
import type { Page } from './page.js'
import type { StaticFile } from './static-file.js'
import type { Reporter } from '../base/report.js'
import type { Settings } from '../base/settings.js'
import type { Source } from '../base/source.js'
import type { Zone } from '../base/zone.js'

/** Everything that rendering may read. Pages and static files are in Jekyll's order. */
export interface Site {
  readonly settings: Settings
  readonly source: Source
  readonly reporter: Reporter
  readonly zone: Zone
  /** `site.time`, milliseconds since the Unix epoch. */
  now: number
  /** Every file of the source. */
  readonly files: Set<string>
  readonly layouts: Map<string, Layout>
  /** Text of includes by their path in the includes folder. */
  readonly includes: Map<string, string>
  data: YamlMap
  readonly collections: Map<string, Collection>
  pages: Page[]
  staticFiles: StaticFile[]
  readonly theme: Theme | null
}

/** A theme: files that count where the site has none of the same path. */
export interface Theme {
  readonly name: string
  readonly version: string
  /** Another one where its files differ. */
  readonly id: string
  /** What templates may read of it besides: authors, description, dependencies, metadata, root. */
  readonly about: Readonly<Record<string, unknown>>
  /** Paths of its files, in their order. */
  readonly files: ReadonlySet<string>
  readonly source: Source
  /** Its own settings, which are under those of the site. */
  readonly config: YamlMap
  /** Plugins that it brings with it. */
  readonly plugins: readonly string[]
  /** When its files came here, in milliseconds since the Unix epoch; null for the time of the build. */
  readonly modifiedAt: number | null
}

/** Documents of the collection `posts`, in order. */
export function postsOf(site: Site): Document[] {
  return site.collections.get('posts')?.docs ?? []
}

/** Documents of all collections, in the collections' order. */
export function documentsOf(site: Site): Document[] {
  return new Array<Document>().concat(...Array.from(site.collections.values(), ({ docs }) => docs))
}

/** The collection of a document or a file, with what is in it. */
export function collectionOf(site: Site, { label }: CollectionFacts): Collection {
  const collection = site.collections.get(label)
  if (collection === undefined) throw new Error(`The site has no collection ${label}`)
  return collection
}

/** Whether a document is written: its collection is, and it is neither hidden nor in the future. */
export function isWritten(site: Site, doc: Document): boolean {
  return doc.collection.isWritten && isPublishable(site, doc)
}

/** Whether an item is written: documents may be there for templates alone. */
function hasOutput(site: Site, item: Item): boolean {
  return !(item instanceof Document) || isWritten(site, item)
}

/** Path of what is written of an item, from the destination's root; null where nothing is. */
export function writtenPath(site: Site, item: Item): string | null {
  return hasOutput(site, item) ? item.outputPath : null
}

/** Whether the document may be shown now. */
export function isPublishable(site: Pick<Site, 'settings' | 'now'>, doc: Document): boolean {
  if (!doc.isPublished && !site.settings.unpublished) return false
  return site.settings.future || !isFuture(site, doc.date.epochMs)
}

/** Whether an instant is after `site.time`, to the second. */
export function isFuture(site: { readonly now: number }, epochMs: number): boolean {
  return Math.floor(epochMs / 1000) > Math.floor(site.now / 1000)
}
