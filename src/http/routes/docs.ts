/** The documentation for people. */

import { z } from 'zod'
import { notFound } from '../../errors.js'
import { createDocs, MAX_QUERY } from '../docs/pages.js'
import { param, route, type Route } from '../route.js'
import { field, onceText } from '../wire/common.js'

/** No scripts, nothing from elsewhere, no embedding in frames. */
const POLICY =
  "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'self'; " +
  "frame-ancestors 'none'"

const query = z.object({
  q: field(
    onceText.max(MAX_QUERY, `may have at most ${MAX_QUERY} characters`),
    'For `search`: words, or beginnings of words, that must all occur.',
    'publish',
  ).optional(),
})

/** @param document the OpenAPI document for the reference */
export function docsRoutes(
  document: () => Promise<Record<string, unknown>>,
  publicUrl: string,
): Route[] {
  const find = createDocs(document, publicUrl)
  return [
    route({
      method: 'get',
      path: '/v2/docs{/*page}',
      operation: 'getDocs',
      summary: 'The documentation of this API as HTML: guides and a reference',
      description:
        'Plain HTML without scripts. The reference is generated from the OpenAPI document. `search` ' +
        'finds operations, schemas and sections of the guides.',
      tag: 'System',
      access: 'public',
      query,
      replies: {
        200: {
          description: 'A page, or its style sheet',
          type: ['text/html', 'text/css'],
          headers: ['ETag'],
        },
      },
      run: async (request) => {
        const page = await find(param(request, 'page'), request.query.q ?? '')
        if (!page) throw notFound('page of the documentation')
        const headers = { 'Content-Security-Policy': POLICY, 'Referrer-Policy': 'no-referrer' }
        return { status: 200, ...page, headers }
      },
    }),
  ]
}
