/** The documentation for people. */

import { notFound } from '../../errors.js'
import { createDocs } from '../docs/pages.js'
import { param, route, type Route } from '../route.js'

/** No scripts, nothing from elsewhere, no embedding in frames. */
const POLICY =
  "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; " +
  "frame-ancestors 'none'"

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
        'Plain HTML without scripts. The reference is generated from the OpenAPI document.',
      tag: 'System',
      access: 'public',
      replies: {
        200: {
          description: 'A page, or its style sheet',
          type: ['text/html', 'text/css'],
          headers: ['ETag'],
        },
      },
      run: async (request) => {
        const page = await find(param(request, 'page'))
        if (!page) throw notFound('page of the documentation')
        const headers = { 'Content-Security-Policy': POLICY, 'Referrer-Policy': 'no-referrer' }
        return { status: 200, ...page, headers }
      },
    }),
  ]
}
