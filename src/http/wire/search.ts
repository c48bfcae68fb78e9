/** Search results as JSON. @see src/http/README.md (Conventions) */

import { z } from 'zod'
import type { FoundText } from '../../service/content/search.js'
import { field, named } from './common.js'
import { documentJson, documentSchema, pageJson, pageSchema } from './document.js'

const snippet = field(
  z.array(z.object({ text: z.string(), match: z.boolean() })),
  'The matching passage, or the beginning of the text: plain text in pieces, with the ' +
    'matches marked. Line breaks are kept; two of them end a paragraph.',
  [
    { text: 'My ', match: false },
    { text: 'first', match: true },
    { text: ' post.', match: false },
  ],
)

export const foundSchema = z.discriminatedUnion('type', [
  named(
    'FoundDocument',
    'A document that was found, without its body.',
    documentSchema.omit({ body: true }).extend({
      collection: field(z.string().nullable(), 'The `path` of its collection.', 'posts'),
      snippet,
    }),
  ),
  named(
    'FoundPage',
    'A page that was found, without its body.',
    pageSchema.omit({ body: true }).extend({
      collection: field(z.null(), 'Always null for pages.'),
      snippet,
    }),
  ),
])

/** A search result. */
export function foundJson(found: FoundText): z.output<typeof foundSchema> {
  const snippet = found.snippet.map(({ text, match }) => ({ text, match }))
  if (found.entry.kind === 'page') {
    const { body: _, ...page } = pageJson(found)
    return { ...page, collection: null, snippet }
  }
  const { body: _, ...document } = documentJson(found)
  return { ...document, collection: found.entry.collection, snippet }
}
