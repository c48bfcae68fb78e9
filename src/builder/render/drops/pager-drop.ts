/** `paginator`. */

import type { Pager } from '../../items/pager.js'
import type { LiquidMap, LiquidValue } from '../../../liquid/value.js'
import type { DropHost } from './drop-host.js'

/** A pager as a hash, in the order of its fields in Jekyll. */
export function pagerValue(pager: Pager, host: DropHost): LiquidMap {
  const posts = pager.posts.map((post) => host.drops.document(post))
  const { more } = pager
  if (more !== undefined) return valueOfV2(pager, more, posts)
  return new Map<LiquidValue, LiquidValue>([
    ['page', pager.page],
    ['per_page', pager.perPage],
    ['posts', posts],
    ['total_posts', pager.totalPosts],
    ['total_pages', pager.totalPages],
    ...neighbours(pager),
  ])
}

function neighbours(pager: Pager): [string, LiquidValue][] {
  return [
    ['previous_page', pager.previousPage],
    ['previous_page_path', pager.previousPagePath],
    ['next_page', pager.nextPage],
    ['next_page_path', pager.nextPagePath],
  ]
}

function valueOfV2(
  pager: Pager,
  more: NonNullable<Pager['more']>,
  posts: readonly LiquidValue[],
): LiquidMap {
  const trail = more.trail.map(
    ({ number, path, title }) => new Map(Object.entries({ num: number, path, title })),
  )
  return new Map<LiquidValue, LiquidValue>([
    ['per_page', pager.perPage],
    ['posts', posts],
    ['total_posts', pager.totalPosts],
    ['total_pages', pager.totalPages],
    ['page', pager.page],
    ['page_path', more.pagePath],
    ...neighbours(pager),
    ['first_page', 1],
    ['first_page_path', more.firstPagePath],
    ['last_page', pager.totalPages],
    ['last_page_path', more.lastPagePath],
    ['page_trail', trail.length === 0 ? null : trail],
  ])
}
