/** Fields of front matter as JSON. */

import { z } from 'zod'
import { FIELD_KINDS, type Field } from '../../service/content/fields.js'
import { field as about, named } from './common.js'

export const fieldSchema = named(
  'Field',
  'A field of the front matter of a collection’s documents.',
  z.object({
    name: about(z.string(), 'Its key in the front matter.', 'price'),
    label: about(z.string(), 'Label for people.', 'Price'),
    kind: about(z.enum(FIELD_KINDS), 'Type of its value.', 'number'),
    required: about(z.boolean(), 'Whether a document must have it.'),
    choices: about(z.array(z.string()), 'For a choice: the allowed values.', []),
    help: about(z.string(), 'Help text.', 'In euros.'),
    declared: about(z.boolean(), 'Whether `_config.yml` declares it; otherwise it was inferred.'),
    values: about(
      z.array(z.string()),
      'For texts and lists: short values used so far, most frequent first.',
      ['Ada'],
    ),
  }),
)

/** A field's representation. */
export function fieldJson(field: Field): z.output<typeof fieldSchema> {
  return { ...field, choices: [...field.choices], values: [...field.values] }
}
