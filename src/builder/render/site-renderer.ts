/** Renders everything: documents of each collection, then pages. */

import { setImmediate } from 'node:timers/promises'
import type { Item } from '../items/item.js'
import { Page } from '../items/page.js'
import type { Progress } from '../base/request.js'
import { documentsOf } from '../items/site.js'
import { asBuildError, renderItem } from './renderer.js'
import type { SiteHost } from './site-host.js'

/** What is known of an earlier build. */
interface Known {
  /** Once, before the first item. */
  readonly begin: () => Promise<void>
  /** Renders an item, or leaves it as it was. @returns whether it was rendered */
  readonly render: (item: Item, run: () => Promise<void>) => Promise<boolean>
}

interface RenderOptions {
  readonly profile: boolean
  readonly signal?: AbortSignal
  readonly report?: (progress: Progress) => void
  /** Knows what need not be rendered. */
  readonly reuse: Known | null
}

interface RenderedSite {
  /** How many items were rendered. */
  readonly rendered: number
  readonly slowest: SlowPage[]
}

interface SlowPage {
  readonly path: string
  readonly ms: number
}

const SLOWEST = 20
// Between so many items the event loop has its turn: signals and timers.
const ITEMS_A_TURN = 50

/** Renders every item. Gives the slowest, when asked to measure. */
export async function renderSite(host: SiteHost, options: RenderOptions): Promise<RenderedSite> {
  const items: Item[] = [...documentsOf(host.site), ...host.site.pages]
  const times: SlowPage[] = []
  let rendered = 0
  await options.reuse?.begin()
  for (const [done, item] of items.entries()) {
    if (done % ITEMS_A_TURN === 0) {
      await setImmediate()
      options.signal?.throwIfAborted()
      host.site.reporter.progress('render', done, items.length)
    }
    const start = options.profile ? performance.now() : 0
    const isRendered = await renderUnlessKnown(host, item, options.reuse)
    if (isRendered) rendered++
    if (options.profile) times.push({ path: item.path, ms: performance.now() - start })
  }
  host.site.reporter.progress('render', items.length, items.length)
  return { rendered, slowest: times.sort((a, b) => b.ms - a.ms).slice(0, SLOWEST) }
}

async function renderUnlessKnown(
  host: SiteHost,
  item: Item,
  reuse: Known | null,
): Promise<boolean> {
  if (reuse !== null) return reuse.render(item, () => renderOne(host, item))
  await renderOne(host, item)
  return true
}

/** Renders one item, whatever it is, and lets the plugins see it. */
export async function renderOne(host: SiteHost, item: Item): Promise<void> {
  await renderByKind(host, item)
  host.plugins.rendered(host, item)
}

async function renderByKind(host: SiteHost, item: Item): Promise<void> {
  if (!(item instanceof Page)) return renderItem(host, item)
  if (item.produce !== null) item.output = produced(item, item.produce)
  else if (!item.isGenerated || item.output === null) await renderItem(host, item)
}

function produced(page: Page, produce: () => string): string {
  try {
    return produce()
  } catch (error) {
    throw asBuildError(error, page)
  }
}
