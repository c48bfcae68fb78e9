/**
 * Zod schemas as the schemas of the OpenAPI document: those that have a name (`named` in
 * `wire/common.ts`) become components, and are referred to wherever they are used.
 */

import { z } from 'zod'

export type Json = Record<string, unknown>

/** Which side of a schema: what a client sends, or what it gets. */
export type Side = 'input' | 'output'

/** Schemas that have been met, by name. */
export interface Schemas {
  /** A schema as JSON Schema 2020-12; named ones are only referred to. */
  of(schema: z.ZodType, side: Side): Json
  /** A name for a schema that is given as JSON Schema itself. */
  add(name: string, schema: Json): void
  /** All named ones, for `components.schemas`. */
  all(): Record<string, Json>
}

const PREFIX = '#/components/schemas/'

/** @throws Error when one name stands for two schemas */
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
      // In a list, since a name at the root would not be referred to.
      const { items, $defs } = z.toJSONSchema(z.array(schema), {
        io: side,
        unrepresentable: 'any',
        override: ({ jsonSchema }) => plain(jsonSchema),
      })
      for (const [name, definition] of Object.entries($defs ?? {})) add(name, withRefs(definition))
      return withRefs(items)
    },
    all: () => Object.fromEntries([...components].sort(([a], [b]) => (a < b ? -1 : 1))),
  }
}

/** What the validation needs and readers do not; `json` replaces what a text is parsed from. */
function plain(schema: Json): void {
  if (schema['maximum'] === Number.MAX_SAFE_INTEGER) delete schema['maximum']
  if (schema['minimum'] === Number.MIN_SAFE_INTEGER) delete schema['minimum']
  const { json } = schema
  if (typeof json !== 'object' || json === null) return
  for (const key of ['json', 'type', 'pattern', 'enum', 'maxLength']) delete schema[key]
  Object.assign(schema, json)
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

/** Whether a value is an object of JSON, and no list. */
export function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
