/** Search over the texts of a site, or of all sites of the caller. @see src/http/README.md (Conventions) */

import { z } from 'zod'
import { MAX_SEARCH_PAGE } from '../../model/limits.js'
import type { TextSearches } from '../../service/content/search.js'
import { invalid } from '../../errors.js'
import { pageQuery, pageReply, windowOf } from '../pagination.js'
import { param, route, type RawRequest, type Route } from '../route.js'
import { field, onceText } from '../wire/common.js'
import { foundJson, foundSchema } from '../wire/search.js'

const query = pageQuery.extend({
  q: field(
    onceText.max(500, 'may have at most 500 characters'),
    'Words that must all occur in title or text; the last may be the beginning of a word (if ' +
      'very many words begin so, only in texts of up to 2 MB in all). English words are found in singular and plural. ' +
      'Ignores case and accents.',
    'hello wor',
  ),
  collection: field(
    onceText.max(255),
    'Only documents of the collection with this path.',
    'posts',
  ).optional(),
  type: field(z.enum(['document', 'page']), 'Only documents, or only pages.', 'page').optional(),
})

type Query = z.output<typeof query>
type SearchInput = Parameters<TextSearches['everywhere']>[1]

const REPLIES = { 200: { description: 'A page of results', schema: z.array(foundSchema) } }

export function searchRoutes(searches: TextSearches, publicUrl: string): Route[] {
  const answer = async (
    request: RawRequest & { readonly query: Query },
    search: (input: SearchInput) => ReturnType<TextSearches['everywhere']>,
  ) => {
    const capped = withPage(request.query)
    const { q, collection, type: kind } = capped
    const asked = { ...request, query: capped }
    const window = withPosition(windowOf(asked))
    const signalOf = () => request.signal
    const page = await search({ q, collection, kind, window, signalOf })
    return pageReply(page.rows.map(foundJson), { request: asked, publicUrl, page })
  }
  const shared = { tag: 'Documents', access: 'key', method: 'get', query } as const
  return [
    route({
      ...shared,
      path: '/v2/sites/:site_id/search',
      operation: 'searchSite',
      inSets: true,
      summary: 'Search the documents and pages of a site',
      description:
        'Searches all collections and pages, best matches first; words in titles count more ' +
        'than words in texts. Only what you may see is found.',
      replies: REPLIES,
      run: (request) =>
        answer(request, (input) =>
          searches.onSite(request.actor, param(request, 'site_id'), input),
        ),
    }),
    route({
      ...shared,
      path: '/v2/search',
      operation: 'search',
      summary: 'Search the documents and pages of all your sites',
      description: 'As for one site; `site_id` in each result names its site.',
      replies: REPLIES,
      run: (request) => answer(request, (input) => searches.everywhere(request.actor, input)),
    }),
  ]
}

/** What is found is sorted by how well it matches, which changes with all texts: its cursor is a number of rows. */
function withPosition({ after, ...window }: ReturnType<typeof windowOf>) {
  if (after === undefined) return window
  const [offset = 0] = after
  if (!Number.isSafeInteger(offset) || Number(offset) < 0) throw invalid('after', 'is no cursor')
  return { ...window, offset: Number(offset) }
}

/** A larger page counts as the largest. */
function withPage(given: Query): Query {
  if (given.per_page === undefined) return given
  return { ...given, per_page: Math.min(given.per_page, MAX_SEARCH_PAGE) }
}
