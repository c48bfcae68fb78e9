/**
 * One page of a paginated list: what templates see as `paginator`.
 */

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
  /** Fields that only jekyll-paginate-v2 has, in the order of output. */
  readonly more?: Readonly<Record<string, string | number | null>>
}
