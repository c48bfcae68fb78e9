/** The fields of a collection's documents. */

import { z } from 'zod'
import type { Fields } from '../../service/content/fields.js'
import { param, route, type Route } from '../route.js'
import { fieldJson, fieldSchema } from '../wire/field.js'

export function fieldsRoutes(fields: Fields): Route[] {
  return [
    route({
      tag: 'Collections',
      access: 'key',
      method: 'get',
      path: '/v2/sites/:site_id/collections/:path/fields',
      operation: 'listFields',
      summary:
        'The fields of the documents of a collection: declared, or inferred from what is there',
      description:
        'Declared ones stand in `_config.yml` (`collections: posts: fields: [...]`), and writes are held to ' +
        'them; the others are those that documents have, with a kind that fits their values.',
      replies: { 200: { description: 'All fields', schema: z.array(fieldSchema) } },
      run: async (request) => {
        const place = { siteId: param(request, 'site_id'), collection: param(request, 'path') }
        const found = await fields.list(request.actor, place)
        return { status: 200, body: found.map(fieldJson) }
      },
    }),
  ]
}
