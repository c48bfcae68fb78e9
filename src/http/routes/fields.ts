/** The fields of a collection's documents. */

import { z } from 'zod'
import type { Fields } from '../../service/content/fields.js'
import { collectionOf, route, type Route } from '../route.js'
import { fieldJson, fieldSchema } from '../wire/field.js'

export function fieldsRoutes(fields: Fields): Route[] {
  return [
    route({
      tag: 'Collections',
      access: 'key',
      method: 'get',
      path: '/v2/sites/:site_id/collections/:path/fields',
      operation: 'listFields',
      inSets: true,
      summary:
        'List the fields of a collection: declared ones, and ones inferred from its documents',
      description:
        'Declared fields are in `_config.yml` (`collections: posts: fields: [...]`); writes ' +
        'are validated against them. The others are keys that documents use, with a type that ' +
        'fits their values.',
      replies: { 200: { description: 'All fields', schema: z.array(fieldSchema) } },
      run: async (request) => {
        const place = collectionOf(request)
        const found = await fields.list(request.actor, place)
        return { status: 200, body: found.map(fieldJson) }
      },
    }),
  ]
}
