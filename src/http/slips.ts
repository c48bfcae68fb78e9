/**
 * Names in a request that are near to known ones: slips of the pen. What is ignored is told of in a
 * warning, what is missing in the error.
 */

import { z } from 'zod'
import { nearest } from '../system/nearest.js'

/** Warnings in an answer; who has more slips than that sends something else. */
const MOST_WARNINGS = 5
/** Unknown names that are compared with known ones: a body can have tens of thousands. */
const MOST_COMPARED = 100

/** Names that a request may have. */
interface Names {
  /** What is taken. */
  readonly known: readonly string[]
  /** What may be sent back as it was got. */
  readonly readOnly: readonly string[]
  /** What is taken in the objects of its lists, by the name of the list. */
  readonly inLists: ReadonlyMap<string, readonly string[]>
}

/** Those of an object schema, and of the objects in its lists. */
export function namesOf(schema: z.ZodType | undefined, readOnly: readonly string[]): Names {
  const known = keysOf(schema)
  const lists = known.map((key) => [key, keysOf(schemaAt(schema, [key, 0]))] as const)
  return { known, readOnly, inLists: new Map(lists.filter(([, names]) => names.length > 0)) }
}

/** Keys of an object schema; none for others. */
export function keysOf(schema: unknown): string[] {
  const bare = unwrapped(schema)
  return bare instanceof z.ZodObject ? Object.keys(bare.shape) : []
}

/** Keys that are not known and so are ignored, but look like slips of the pen: a sentence each. */
export function slipsIn(value: unknown, names: Names): string[] {
  const slips: string[] = []
  let compared = 0
  for (const { path, key, known } of unknownIn(value, names)) {
    if (slips.length === MOST_WARNINGS || compared === MOST_COMPARED) break
    compared += 1
    const meant = /^[\w-]+$/.test(key) ? nearest(key, known) : null
    if (meant !== null) slips.push(`${path}${key} is not known here; did you mean ${meant}?`)
  }
  return slips
}

/** What stands, misspelt, in the place of something that is missing; null where nothing is near. */
export function slipFor(
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
  return unknown.slice(0, MOST_COMPARED).find((key) => nearest(key, [name]) !== null) ?? null
}

interface Unknown {
  /** Before the key: `changes.3.`. */
  readonly path: string
  readonly key: string
  readonly known: readonly string[]
}

function* unknownIn(value: unknown, { known, readOnly, inLists }: Names): Generator<Unknown> {
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
  { passed, ...about }: Omit<Unknown, 'key'> & { readonly passed: ReadonlySet<string> },
): Generator<Unknown> {
  for (const key of Object.keys(Object(value))) if (!passed.has(key)) yield { ...about, key }
}

/** The schema of what lies at a path in a value. */
function schemaAt(schema: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>((at, key) => {
    const bare = unwrapped(at)
    if (bare instanceof z.ZodArray) return bare.element
    return bare instanceof z.ZodObject ? bare.shape[String(key)] : undefined
  }, schema)
}

/** Without what makes it optional or null. */
function unwrapped(schema: unknown): unknown {
  const isWrapped = schema instanceof z.ZodOptional || schema instanceof z.ZodNullable
  return isWrapped ? unwrapped(schema.unwrap()) : schema
}
