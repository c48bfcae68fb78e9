/**
 * The order in which files go live: assets before the pages that use them; index pages, feeds and sitemaps, which
 * link to pages, after those. Files are removed in reverse order.
 */

import { forEachYielding, sortYielding } from '../../system/yielding.js'

const FEED_NAMES = /(^|\/)(feed|atom|rss|sitemap[^/]*)(\.(xml|json|txt))?(\.gz)?$|\.(rss|atom)$/i

/**
 * The step in which a path goes live, from 0: files that stylesheets may use; stylesheets and scripts; pages; index
 * pages (deep ones first, the home page last); feeds and sitemaps.
 */
function orderOf(path: string): number {
  if (FEED_NAMES.test(path)) return 1000
  if (!/\.(html?|xhtml)$/i.test(path)) return /\.(css|m?js|json|webmanifest)$/i.test(path) ? 1 : 0
  if (!/(^|\/)index\.(html?|xhtml)$/i.test(path)) return 2
  return 3 + 40 - Math.min(40, path.split('/').length - 1)
}

/** True for pages: what visitors open, and what refers to other files. */
export function isPage(path: string): boolean {
  const order = orderOf(path)
  return order >= 2 && order < 1000
}

/** Groups items that may go live at the same time. The groups are in order, each sorted by path. */
export async function inSteps<T extends { readonly path: string }>(
  items: readonly T[],
): Promise<T[][]> {
  const steps = new Map<number, T[]>()
  await forEachYielding(items, (item) => {
    const order = orderOf(item.path)
    const step = steps.get(order)
    if (step === undefined) steps.set(order, [item])
    else step.push(item)
  })
  const sorted: T[][] = []
  for (const [, step] of [...steps].sort(([a], [b]) => a - b)) {
    sorted.push(await sortYielding(step, (a, b) => (a.path < b.path ? -1 : 1)))
  }
  return sorted
}
