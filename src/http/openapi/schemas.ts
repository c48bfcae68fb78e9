/**
 * Converts Zod schemas to schemas of the OpenAPI document. Named ones (`named` in `wire/common.ts`) become
 * components, and are referred to wherever they are used.
 */

import { z } from 'zod'

export type Json = Record<string, unknown>

/** `input` is what a client sends, `output` what it receives. */
export type Side = 'input' | 'output'

/** The schemas of a document. */
export interface Schemas {
  /** Converts a schema to JSON Schema 2020-12; a named one becomes a reference. */
  of(schema: z.ZodType, side: Side): Json
  /** Adds a component that is given as JSON Schema. */
  add(name: string, schema: Json): void
  /** All components, for `components.schemas`. */
  all(): Record<string, Json>
}

const PREFIX = '#/components/schemas/'

/** @throws Error if two schemas have the same name */
export function createSchemas(): Schemas {
  const components = new Map<string, Json>()
  const add = (name: string, schema: Json) => {
    const known = components.get(name)
    if (known !== undefined && JSON.stringify(known) !== JSON.stringify(schema)) {
      throw new Error(`Two schemas have the name ${name}.`)
    }
    components.set(name, schema)
  }
  return {
    add,
    of: (schema, side) => {
      // Wrapped in a list, because a name at the root would not become a reference.
      const { items, $defs } = z.toJSONSchema(z.array(schema), {
        io: side,
        unrepresentable: 'any',
        override: ({ zodSchema, jsonSchema }) => {
          plain(jsonSchema)
          if (zodSchema instanceof z.ZodDiscriminatedUnion) discriminate(jsonSchema, zodSchema)
        },
      })
      for (const [name, definition] of Object.entries($defs ?? {})) add(name, withRefs(definition))
      return withRefs(items)
    },
    all: () => Object.fromEntries([...components].sort(([a], [b]) => (a < b ? -1 : 1))),
  }
}

/** Removes what only validation needs. `json` replaces the source type of a parsed text. */
function plain(schema: Json): void {
  if (schema['maximum'] === Number.MAX_SAFE_INTEGER) delete schema['maximum']
  if (schema['minimum'] === Number.MIN_SAFE_INTEGER) delete schema['minimum']
  const { json } = schema
  if (typeof json !== 'object' || json === null) return
  for (const key of ['json', 'type', 'pattern', 'enum', 'maxLength']) delete schema[key]
  Object.assign(schema, json)
}

/** Says by which field the alternatives are told apart, and which value means which. */
function discriminate(schema: Json, { def }: z.ZodDiscriminatedUnion): void {
  const { discriminator: propertyName } = def
  const mapping = def.options.flatMap((option) => {
    const name = z.globalRegistry.get(option as z.ZodType)?.id
    const values = [...(option._zod.propValues?.[propertyName] ?? [])]
    return name === undefined ? [] : values.map((value) => [String(value), `#/$defs/${name}`])
  })
  schema['discriminator'] = { propertyName, mapping: Object.fromEntries(mapping) }
}

function withRefs(value: unknown): Json {
  const text = JSON.stringify(value ?? {})
  return JSON.parse(text.replaceAll('"#/$defs/', `"${PREFIX}`))
}

/** A reference to a named schema. */
export function refTo(name: string): Json {
  return { $ref: PREFIX + name }
}

/** The name that a schema refers to, or null. */
export function nameOf(schema: Json): string | null {
  const ref = schema['$ref']
  return typeof ref === 'string' && ref.startsWith(PREFIX) ? ref.slice(PREFIX.length) : null
}

/** True for a JSON object. */
export function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
