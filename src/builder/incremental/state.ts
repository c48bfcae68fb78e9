/** A site that is kept in memory after it was built, so that the next build can begin from it. */

import type { Document } from '../items/document.js'
import type { Item } from '../items/item.js'
import { Page } from '../items/page.js'
import type { Pager } from '../items/pager.js'
import type { StaticFile } from '../items/static-file.js'
import type { Prepared } from '../prepare.js'
import type { SiteHost } from '../render/site-host.js'
import type { Reporter } from '../base/report.js'
import type { BuildRequest } from '../base/request.js'
import { documentsOf, type Site } from '../items/site.js'
import type { KeptOutputs } from './outputs.js'
import type { Readers } from './readers.js'
import { isSameMap } from './same.js'

/** An item as it was before it was rendered and after. */
export interface Saved {
  item: Item
  readonly raw: string
  /** Generated pages may have an output before they are rendered. */
  readonly rawOutput: string | null
  readonly pager: Pager | null
  readonly content: string
  readonly output: string | null
}

/** A file of the site as what it was read. */
export type Source = Document | Page | StaticFile

/** What is kept from build to build. */
export interface State {
  readonly request: BuildRequest
  readonly reporter: Reporter
  readonly prepared: Prepared
  readonly site: Site
  readonly host: SiteHost
  readonly readers: Readers
  /** Pages and static files as they were read, before generators added theirs. */
  basePages: Page[]
  baseFiles: StaticFile[]
  /** The files above and the documents, by their path; null where one file is two things. */
  readonly sources: Map<string, Source> | null
  /** Documents in the order of rendering, by name; null when they have come, gone or moved. */
  documents: Map<string, Item> | null
  /** By the names of the items. */
  readonly saved: Map<string, Saved>
  readonly outputs: KeptOutputs
  /** Whether static files are others than in the last build. */
  hasOtherFiles: boolean
  /** When something comes out of the future, in milliseconds since the Unix epoch. */
  nextMoment: number
}

/** The site's files by path; null where one file is two things. */
export function sourcesOf(site: Site): Map<string, Source> | null {
  const sources = new Map<string, Source>()
  for (const source of [...documentsOf(site), ...site.pages, ...site.staticFiles]) {
    if (sources.has(source.sourcePath)) return null
    sources.set(source.sourcePath, source)
  }
  return sources
}

/** Adds what generators make, as if for the first time. */
export async function generateAgain(state: State): Promise<void> {
  const { site, host, prepared, basePages, baseFiles } = state
  const { reading, plugins, blockTags } = prepared
  for (const page of basePages) page.pager = null
  site.pages = [...basePages]
  site.staticFiles = [...baseFiles]
  host.siteDrop.refresh()
  await plugins.generate({ site, reading, host, blockTags })
}

/** Every item in the order of rendering, each with a name that is its own. */
export interface Named {
  readonly documents: ReadonlyMap<string, Item>
  readonly pages: ReadonlyMap<string, Item>
}

/** Names the items; documents only where their list is another than in the last build. */
export function namedItems(state: State): Named {
  const { site, readers } = state
  state.documents ??= readers.names.nameDocuments(documentsOf(site))
  return { documents: state.documents, pages: readers.names.namePages(site.pages) }
}

/** Whether rendering the item again would begin from the same as the last time. */
export function isAsSaved(item: Item, saved: Saved): boolean {
  const { item: before } = saved
  const pager = item instanceof Page ? item.pager : null
  if (!isSamePager(pager, saved.pager)) return false
  if (item === before) return true
  if (!(item instanceof Page) || !(before instanceof Page)) return false
  if (item.produce !== null && !item.isTracked) return false
  if (item.extra !== null || before.extra !== null) return false
  return (
    item.path === before.path &&
    item.url === before.url &&
    item.content === saved.raw &&
    item.output === saved.rawOutput &&
    isSameMap(item.data, before.data) &&
    isSameMap(item.defaults, before.defaults)
  )
}

function isSamePager(a: Pager | null, b: Pager | null): boolean {
  if (a === null || b === null) return a === b
  const plain = ({ posts, ...numbers }: Pager) =>
    JSON.stringify([numbers, posts.map(({ sourcePath }) => sourcePath)])
  return plain(a) === plain(b)
}
