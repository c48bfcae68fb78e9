/**
 * What schemas find wrong, as sentences for people: each message continues the name of its field
 * ("title" + "must be a text"). Names that are near to known ones are told as slips of the pen.
 */

import type { z } from 'zod'
import { GalleyError, type ErrorDetail } from '../errors.js'
import { MAX_ERROR_DETAILS } from '../model/limits.js'
import { nearest } from '../system/nearest.js'

/** Warnings in an answer; who has more slips than that sends something else. */
const MOST_WARNINGS = 5
/** Unknown names that are compared with known ones: a body can have tens of thousands. */
const MOST_COMPARED = 100

const KINDS: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
  null: 'null',
}

/** @throws GalleyError `validation_failed` with a detail for each field */
export function check<Schema extends z.ZodType>(
  schema: Schema | undefined,
  value: unknown,
): z.output<Schema> {
  // A route without a schema promises nothing about the value.
  if (!schema) return value as z.output<Schema>
  const result = schema.safeParse(value, { error: sentenceOf })
  if (result.success) return result.data
  throw validationError(result.error, { value, known: keysOf(schema) })
}

/** Keys of an object schema; none for others. */
export function keysOf(schema: z.ZodType | null | undefined): string[] {
  return schema && 'shape' in schema ? Object.keys(Object(schema.shape)) : []
}

/**
 * Keys that are not known and so are ignored, but look like slips of the pen: a sentence each.
 *
 * @param known what is taken
 * @param readOnly what may be sent back as it was got
 */
export function slipsIn(
  value: unknown,
  { known, readOnly }: { readonly known: readonly string[]; readonly readOnly: readonly string[] },
): string[] {
  if (typeof value !== 'object' || value === null) return []
  const passed = new Set([...known, ...readOnly])
  return unknownIn(value, passed)
    .filter((key) => /^[\w-]+$/.test(key))
    .flatMap((key) => {
      const meant = nearest(key, known)
      return meant === null ? [] : [`${key} is not known here; did you mean ${meant}?`]
    })
    .slice(0, MOST_WARNINGS)
}

/** The first of the keys that are not known. */
function unknownIn(value: object, known: ReadonlySet<string>): string[] {
  return Object.keys(value)
    .filter((key) => !known.has(key))
    .slice(0, MOST_COMPARED)
}

type Issue = Parameters<z.core.$ZodErrorMap>[0]

/** Of an issue whose schema has no words of its own. */
function sentenceOf(issue: Issue): string {
  const { code } = issue
  if (code === 'invalid_type') {
    if (issue.input === undefined) return 'is needed'
    return `must be ${KINDS[issue.expected] ?? 'of another kind'}`
  }
  if (code === 'invalid_value') return `must be ${listed(issue.values.map(String))}`
  if (code === 'too_small') return `must ${sizeOf(issue.origin, 'least', issue.minimum)}`
  if (code === 'too_big') return `may ${sizeOf(issue.origin, 'most', issue.maximum)}`
  return 'has a value that is not taken here'
}

function sizeOf(origin: string, end: string, size: number | bigint): string {
  const bound = `at ${end} ${size.toLocaleString('en')}`
  if (origin === 'string') return `have ${bound} characters`
  return origin === 'array' ? `have ${bound} entries` : `be ${bound}`
}

/** `a`, `a or b`, `a, b or c`. */
function listed(words: readonly string[]): string {
  const last = words.at(-1) ?? ''
  return words.length < 2 ? last : `${words.slice(0, -1).join(', ')} or ${last}`
}

interface Checked {
  readonly value: unknown
  readonly known: readonly string[]
}

/** All that a schema found wrong, as the API says it. */
function validationError(error: z.ZodError, checked: Checked): GalleyError {
  const details: ErrorDetail[] = error.issues.slice(0, MAX_ERROR_DETAILS).map((issue) => ({
    field: issue.path.map(String).join('.') || 'body',
    message: issue.message + slipOf(issue, checked),
  }))
  const first = details[0]
  const message =
    (first ? `${first.field} ${first.message}` : 'The request is not valid.') +
    moreThan(details.length, error.issues.length)
  return new GalleyError('validation_failed', message, { details, cause: error })
}

/** Where a field is missing: what stands in its place, misspelt. */
function slipOf({ path, message }: z.core.$ZodIssue, { value, known }: Checked): string {
  const name = path.at(-1)
  if (message !== 'is needed' || typeof name !== 'string') return ''
  const holder = path.slice(0, -1).reduce<unknown>((at, key) => Object(at)[key], value)
  const given = unknownIn(Object(holder), new Set(path.length === 1 ? known : []))
  const meant = given.find((key) => nearest(key, [name]) !== null)
  return meant === undefined ? '' : `; ${meant} is not known here: did you mean ${name}?`
}

/** What is wrong beyond what is named. */
function moreThan(named: number, all: number): string {
  return all > named
    ? ` (the first ${named} of ${all.toLocaleString('en')} such errors are named)`
    : ''
}
