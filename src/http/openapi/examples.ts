/** Makes examples of bodies from the examples of their fields. */

import { isObject, nameOf, type Json, type Side } from './schemas.js'

/** Looks up named schemas. */
type Components = Readonly<Record<string, Json>>

/**
 * An example for a schema: its own, or one made from its parts.
 *
 * @param side for input, optional fields are included only if they have an example
 */
export function exampleOf(schema: Json, components: Components, side: Side): unknown {
  const own = ownExample(schema)
  if (own !== undefined) return own
  const name = nameOf(schema)
  if (name !== null) return exampleOf(components[name] ?? {}, components, side)
  const choices = schema['anyOf'] ?? schema['oneOf']
  if (Array.isArray(choices)) return exampleOf(choices.find(isObject) ?? {}, components, side)
  switch (schema['type']) {
    case 'object':
      return objectExample(schema, components, side)
    case 'array':
      return isObject(schema['items']) ? [exampleOf(schema['items'], components, side)] : []
    case 'integer':
    case 'number':
      return 1
    case 'boolean':
      return true
    case 'string':
      return 'text'
    default:
      return null
  }
}

function ownExample(schema: Json): unknown {
  const { examples, const: fixed, enum: words } = schema
  if (Array.isArray(examples)) return examples[0]
  if (fixed !== undefined) return fixed
  return Array.isArray(words) ? words[0] : undefined
}

function objectExample(schema: Json, components: Components, side: Side): Json {
  const { properties, required } = schema
  const needed = new Set(Array.isArray(required) ? required : [])
  const fields = isObject(properties) ? Object.entries(properties) : []
  const shown = fields.filter(
    ([name, field]) => needed.has(name) || (isObject(field) && Array.isArray(field['examples'])),
  )
  return Object.fromEntries(
    shown.map(([name, field]) => [name, exampleOf(isObject(field) ? field : {}, components, side)]),
  )
}
