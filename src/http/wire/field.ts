/** Fields of front matter as JSON. */

import { z } from 'zod'
import { FIELD_KINDS, type Field } from '../../service/content/fields.js'
import { field as about, named } from './common.js'

export const fieldSchema = named(
  'Field',
  'A field of the front matter of a collection’s documents.',
  z.object({
    name: about(z.string(), 'Its key in the front matter.', 'price'),
    label: about(z.string(), 'As people read it.', 'Price'),
    kind: about(z.enum(FIELD_KINDS), 'What its value is.', 'number'),
    required: about(z.boolean(), 'Whether a document must have it.'),
    choices: about(z.array(z.string()), 'Of a choice: what can be chosen.', []),
    help: about(z.string(), 'A sentence for who fills it in.', 'In euros.'),
    declared: about(z.boolean(), 'Whether `_config.yml` declares it; else it was inferred.'),
    values: about(
      z.array(z.string()),
      'Of texts and lists: short values that documents have in it so far, most used first.',
      ['Ada'],
    ),
  }),
)

/** A field's representation. */
export function fieldJson(field: Field): z.output<typeof fieldSchema> {
  return { ...field, choices: [...field.choices], values: [...field.values] }
}
