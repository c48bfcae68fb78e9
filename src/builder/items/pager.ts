/** One page of a paginated list: what templates see as `paginator`. */

import type { Document } from './document.js'

/** Numbers count from 1; paths are null where there is no such page. */
export interface Pager {
  readonly page: number
  readonly perPage: number
  readonly posts: readonly Document[]
  readonly totalPosts: number
  readonly totalPages: number
  readonly previousPage: number | null
  readonly previousPagePath: string | null
  readonly nextPage: number | null
  readonly nextPagePath: string | null
  /** What only jekyll-paginate-v2 tells. */
  readonly more?: PagerMore
}

/** Fields that only jekyll-paginate-v2 has. */
interface PagerMore {
  readonly pagePath: string
  readonly firstPagePath: string
  readonly lastPagePath: string
  /** Empty where there is none. */
  readonly trail: readonly TrailStep[]
}

/** One page near the current one. */
export interface TrailStep {
  readonly number: number
  readonly path: string
  readonly title: string | null
}

/** A list that is cut into pages of so many posts. */
interface PagedList {
  readonly posts: readonly Document[]
  readonly perPage: number
  readonly total: number
  /** Path of the page of a number. */
  readonly pathOf: (number: number) => string | null
}

/** The page of a number, with its posts and its neighbours. */
export function pagerAt({ posts, perPage, total, pathOf }: PagedList, number: number): Pager {
  const previousPage = number > 1 ? number - 1 : null
  const nextPage = number < total ? number + 1 : null
  return {
    page: number,
    perPage,
    posts: posts.slice((number - 1) * perPage, number * perPage),
    totalPosts: posts.length,
    totalPages: total,
    previousPage,
    previousPagePath: previousPage === null ? null : pathOf(previousPage),
    nextPage,
    nextPagePath: nextPage === null ? null : pathOf(nextPage),
  }
}
