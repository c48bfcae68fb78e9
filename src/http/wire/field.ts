/** Fields of front matter as JSON. */

import { z } from 'zod'
import { FIELD_KINDS, type Field } from '../../service/content/fields.js'

export const fieldSchema = z.object({
  name: z.string(),
  label: z.string(),
  kind: z.enum(FIELD_KINDS),
  required: z.boolean(),
  choices: z.array(z.string()),
  help: z.string(),
  declared: z.boolean(),
})

/** A field's representation. */
export function fieldJson(field: Field): z.output<typeof fieldSchema> {
  return { ...field, choices: [...field.choices] }
}
