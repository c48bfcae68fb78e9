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
  /** Leaves an item as it was, if that is known. */
  readonly take: (item: Item) => boolean
  readonly render: (item: Item, run: () => Promise<void>) => Promise<void>
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
// Those that are left as they were take next to nothing.
const TAKEN_A_TURN = 2000

/** Renders every item. Gives the slowest, when asked to measure. */
export async function renderSite(host: SiteHost, options: RenderOptions): Promise<RenderedSite> {
  const items: Item[] = [...documentsOf(host.site), ...host.site.pages]
  const times: SlowPage[] = []
  let rendered = 0
  await options.reuse?.begin()
  let turn = 0
  for (const [done, item] of items.entries()) {
    const start = options.profile ? performance.now() : 0
    const isTaken = options.reuse?.take(item) === true
    if (!isTaken) {
      if (rendered % ITEMS_A_TURN === 0 || done - turn >= TAKEN_A_TURN) {
        turn = done
        await setImmediate()
        options.signal?.throwIfAborted()
        host.site.reporter.progress('render', done, items.length)
      }
      await renderKnowing(host, item, options.reuse)
      rendered++
    }
    if (options.profile) times.push({ path: item.path, ms: performance.now() - start })
  }
  host.site.reporter.progress('render', items.length, items.length)
  return { rendered, slowest: times.sort((a, b) => b.ms - a.ms).slice(0, SLOWEST) }
}

function renderKnowing(host: SiteHost, item: Item, reuse: Known | null): Promise<void> {
  const run = () => renderOne(host, item)
  return reuse === null ? run() : reuse.render(item, run)
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
