/**
 * Finds misspelt names in a request: unknown fields and query parameters that are close to a known one. `route.ts`
 * makes a `Warning` header of them, `validation.ts` adds them to the error if a required field is missing. For routes
 * only. The work per request is limited, whatever the client sends.
 *
 * @see src/http/README.md (Conventions)
 */

import { z } from 'zod'
import { nearest } from '../system/nearest.js'

/** Warnings in an answer. */
const MAX_WARNINGS = 5
/** How many unknown names are compared with known ones: a body can have tens of thousands. */
const MAX_COMPARED = 100

/** The names that may occur in a query or a body. */
interface AllowedNames {
  /** Those that the route reads. */
  readonly known: readonly string[]
  /** Those that occur in answers only. They are ignored without a warning: clients send whole objects back. */
  readonly readOnly: readonly string[]
  /** Those that the route reads in the objects of a list, by the name of the list. */
  readonly inLists: ReadonlyMap<string, readonly string[]>
}

/** Reads the known names from an object schema. */
export function allowedNames(
  schema: z.ZodType | undefined,
  readOnly: readonly string[],
): AllowedNames {
  const known = keysOf(schema)
  const lists = known.map((key) => [key, keysOf(schemaAt(schema, [key, 0]))] as const)
  return { known, readOnly, inLists: new Map(lists.filter(([, names]) => names.length > 0)) }
}

/** Keys of an object schema, or of all alternatives of a union; empty for other schemas. */
export function keysOf(schema: unknown): string[] {
  const bare = unwrapped(schema)
  if (bare instanceof z.ZodDiscriminatedUnion)
    return [...new Set(bare.options.flatMap((option) => keysOf(option)))]
  return bare instanceof z.ZodObject ? Object.keys(bare.shape) : []
}

/** One sentence for each unknown name that is probably misspelt, at most `MAX_WARNINGS`. */
export function misspellingWarnings(value: unknown, names: AllowedNames): string[] {
  const warnings: string[] = []
  let compared = 0
  for (const { path, key, known } of unknownIn(value, names)) {
    if (warnings.length === MAX_WARNINGS || compared === MAX_COMPARED) break
    compared += 1
    const meant = /^[\w-]+$/.test(key) ? nearest(key, known) : null
    if (meant !== null) warnings.push(`${path}${key} is not known here; did you mean ${meant}?`)
  }
  return warnings
}

/**
 * If the field at `path` is missing: the unknown name beside it that is probably meant, or null.
 *
 * @param checked the value that was validated, and its schema
 */
export function misspeltNameFor(
  path: readonly PropertyKey[],
  { value, schema }: { readonly value: unknown; readonly schema: z.ZodType },
): string | null {
  const name = path.at(-1)
  if (typeof name !== 'string') return null
  const place = path.slice(0, -1)
  const holder = Object(place.reduce<unknown>((at, key) => Object(at)[key], value))
  if (holder[name] !== undefined) return null
  const known = new Set(keysOf(schemaAt(schema, place)))
  const unknown = Object.keys(holder).filter((key) => !known.has(key))
  return unknown.slice(0, MAX_COMPARED).find((key) => nearest(key, [name]) !== null) ?? null
}

interface UnknownName {
  /** What precedes the key, such as `changes.3.`. */
  readonly path: string
  readonly key: string
  readonly known: readonly string[]
}

function* unknownIn(
  value: unknown,
  { known, readOnly, inLists }: AllowedNames,
): Generator<UnknownName> {
  yield* unknownOf(value, { path: '', known, passed: new Set([...known, ...readOnly]) })
  for (const [list, names] of inLists) {
    const entries: unknown = Object(value)[list]
    if (!Array.isArray(entries)) continue
    const passed = new Set(names)
    for (const [at, entry] of entries.entries()) {
      yield* unknownOf(entry, { path: `${list}.${at}.`, known: names, passed })
    }
  }
}

function* unknownOf(
  value: unknown,
  { passed, ...about }: Omit<UnknownName, 'key'> & { readonly passed: ReadonlySet<string> },
): Generator<UnknownName> {
  for (const key of Object.keys(Object(value))) if (!passed.has(key)) yield { ...about, key }
}

/** The schema for the value at a path. */
function schemaAt(schema: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>((at, key) => {
    const bare = unwrapped(at)
    if (bare instanceof z.ZodArray) return bare.element
    return bare instanceof z.ZodObject ? bare.shape[String(key)] : undefined
  }, schema)
}

/** Removes `optional` and `nullable` from a schema. */
function unwrapped(schema: unknown): unknown {
  const isWrapped = schema instanceof z.ZodOptional || schema instanceof z.ZodNullable
  return isWrapped ? unwrapped(schema.unwrap()) : schema
}
