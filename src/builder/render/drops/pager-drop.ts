/**
 * `paginator`.
 */

import type { Pager } from '../../items/pager.js'
import type { LiquidMap, LiquidValue } from '../../liquid/value.js'
import type { Host } from '../host.js'

/** A pager as a hash, in the order of its fields in Jekyll. */
export function pagerValue(pager: Pager, host: Host): LiquidMap {
  return new Map<LiquidValue, LiquidValue>([
    ['page', pager.page],
    ['per_page', pager.perPage],
    ['posts', pager.posts.map((post) => host.drops.document(post))],
    ['total_posts', pager.totalPosts],
    ['total_pages', pager.totalPages],
    ['previous_page', pager.previousPage],
    ['previous_page_path', pager.previousPagePath],
    ['next_page', pager.nextPage],
    ['next_page_path', pager.nextPagePath],
    ...Object.entries(pager.more ?? {}),
  ])
}
