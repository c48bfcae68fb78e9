/** Templates for new texts. @see src/http/README.md (Content) */

import { z } from 'zod'
import type { Templates } from '../../service/content/templates.js'
import { param, route, type Route } from '../route.js'
import { field, hashSchema, named, onceText } from '../wire/common.js'

const templateSchema = named(
  'Template',
  'What a new document or page can begin with.',
  z.object({
    name: field(z.string(), 'Path from the site’s root.', '.galley/templates/posts/recipe.md'),
    label: field(z.string(), 'Name for people, from that of the file.', 'Recipe'),
    title: z.string(),
    body: z.string(),
    tags: z.array(z.string()),
    categories: z.array(z.string()),
    metadata: hashSchema,
  }),
)

export function templatesRoutes(templates: Templates): Route[] {
  return [
    route({
      tag: 'Documents',
      access: 'key',
      method: 'get',
      path: '/v2/sites/:site_id/templates',
      operation: 'listTemplates',
      summary: 'List the templates for new documents or pages',
      description:
        'Files in `.galley/templates/<collection>`, or right in `.galley/templates` for pages, at most 100; admins ' +
        'make them through the source. They are never built.',
      query: z.object({
        collection: field(
          onceText.max(1000, 'is too long'),
          'The `path` of a collection; pages without.',
          'posts',
        ).optional(),
      }),
      replies: { 200: { description: 'All templates', schema: z.array(templateSchema) } },
      run: async (request) => {
        const { collection = null } = request.query
        const found = await templates.list(request.actor, param(request, 'site_id'), collection)
        return {
          status: 200,
          body: found.map(({ path, tags, categories, ...template }) => ({
            name: path,
            ...template,
            tags: [...tags],
            categories: [...categories],
          })),
        }
      },
    }),
  ]
}
