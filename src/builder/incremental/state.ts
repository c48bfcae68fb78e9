/**
 * A site that is kept in memory after it was built, so that the next build can begin from it.
 */

import type { Item } from '../items/item.js'
import { Page } from '../items/page.js'
import type { Pager } from '../items/pager.js'
import type { StaticFile } from '../items/static-file.js'
import type { Prepared } from '../prepare.js'
import type { Reads } from '../render/reads.js'
import type { SiteHost } from '../render/site-host.js'
import type { Reporter } from '../report.js'
import type { BuildRequest } from '../request.js'
import { documentsOf, type Site } from '../site.js'
import { isSameMap } from './same.js'

/** An item as it was before it was rendered and after. */
export interface Saved {
  readonly item: Item
  readonly raw: string
  /** Generated pages may have an output before they are rendered. */
  readonly rawOutput: string | null
  readonly pager: Pager | null
  readonly content: string
  readonly output: string | null
}

/** What is kept from build to build. */
export interface State {
  readonly request: BuildRequest
  readonly reporter: Reporter
  readonly prepared: Prepared
  readonly site: Site
  readonly host: SiteHost
  readonly reads: Reads
  /** Pages and static files as they were read, before generators added theirs. */
  basePages: Page[]
  baseFiles: StaticFile[]
  /** By the name that `reads` has for the item. */
  saved: Map<string, Saved>
  /** What was written, path to version. */
  outputs: Map<string, string | StaticFile>
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
export function namedItems({ site, reads, basePages }: State): Map<string, Item> {
  const items = new Map<string, Item>()
  const add = (item: Item, name: string) => {
    let id = name
    for (let twin = 2; items.has(id); twin++) id = `${name}#${twin}`
    reads.name(item, id)
    items.set(id, item)
  }
  for (const doc of documentsOf(site)) add(doc, `document ${doc.sourcePath}`)
  const read = new Set<Item>(basePages)
  for (const page of site.pages) {
    add(page, read.has(page) ? `page ${page.path}` : `made ${page.url}`)
  }
  return items
}

/** Whether rendering the item again would begin from the same as the last time. */
export function isAsSaved(item: Item, saved: Saved): boolean {
  const { item: before } = saved
  const pager = item instanceof Page ? item.pager : null
  if (!isSamePager(pager, saved.pager)) return false
  if (item === before) return true
  if (!(item instanceof Page) || !(before instanceof Page)) return false
  if (item.produce !== null || item.extra !== null || before.extra !== null) return false
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
