/** Schemas that several resources share. */

import { z } from 'zod'
import { MAX_LIST_ITEMS } from '../../model/limits.js'

/** A schema that the OpenAPI document knows by a name (`components.schemas`), with a sentence on it. */
export function named<Schema extends z.ZodType>(
  name: string,
  description: string,
  schema: Schema,
): Schema {
  return schema.meta({ id: name, description })
}

/** A field with a sentence on it and, where its values are not obvious, an example. */
export function field<Schema extends z.ZodType>(
  schema: Schema,
  description: string,
  example?: unknown,
): Schema {
  return schema.meta({ description, ...(example !== undefined && { examples: [example] }) })
}

/** A text that is parsed, as the document shows it: `{type: 'integer'}` for `"12"`. */
export function documentedAs<Schema extends z.ZodType>(
  schema: Schema,
  json: Readonly<Record<string, unknown>>,
): Schema {
  const { examples, ...others } = schema.meta() ?? {}
  // Zod drops the examples of what is parsed, since they might be of the outcome.
  const shown = examples === undefined ? json : { ...json, examples }
  return schema.meta({ ...others, json: shown })
}

/** `2026-11-20 12:00:00 +0000`. */
export const stampSchema = z
  .string()
  .regex(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d [+-]\d{4}$/)
  .meta({ examples: ['2026-11-20 12:00:00 +0000'] })

export const idSchema = z
  .string()
  .regex(/^[0-9a-f]{24}$/, 'must be an id: 24 characters of 0 to 9 and a to f')
  .meta({ examples: ['66f1c2b7d4b9e83f5a7c1e31'] })

/** Arbitrary JSON under text keys; hostile keys are data like others. */
export const hashSchema = z.record(z.string(), z.unknown())

export const deletedSchema = named(
  'Deleted',
  'Says that something was deleted.',
  z.object({
    id: field(z.string(), 'What was deleted.', '66f1c2b7d4b9e83f5a7c1e31'),
    deleted: z.literal(true),
  }),
)

interface Deleted {
  readonly id: string
  readonly deleted: true
}

/** The deleted marker. @see src/http/README.md (Conventions) */
export function deletedJson(id: string): Deleted {
  return { id, deleted: true }
}

export const errorSchema = named(
  'Error',
  'What went wrong.',
  z.object({
    error: field(z.string(), 'Error code for programs.', 'validation_failed'),
    message: field(z.string(), 'A sentence for people.', 'title must not be empty'),
    details: field(
      z.array(z.object({ field: z.string(), message: z.string() })),
      'Errors by field or parameter.',
      [{ field: 'title', message: 'must not be empty' }],
    ).optional(),
    current_sha: field(
      z.string(),
      'For a conflict: the current version.',
      '9e107d9d372bb6826bd81d3542a419d6e107d9d3',
    ).optional(),
    conflict: field(
      z.object({ base: hashSchema, theirs: hashSchema, merged: hashSchema }),
      'For a conflict: the version you started from, the current one, and what could be merged.',
    ).optional(),
    most_bytes: field(
      z.int(),
      'For a body that is too large: the limit in bytes.',
      100_000_000,
    ).optional(),
    request_id: field(z.string(), 'Id of the request in the log.', '66f1c2a0d4b9e83f5a7c1e20'),
  }),
)

/** A parameter; one that is given twice is a list. */
export const onceText = z.string({
  error: ({ input }) => (input === undefined ? 'is needed' : 'must be given once'),
})

/** Whether a day is in the calendar: `2024-02-30` is not. */
export function isDay(day: string): boolean {
  const time = Date.parse(day)
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(day)
}

/** `field-asc` or `field-desc`; each list knows its fields, and names them when it refuses. */
export function sortQuery(fields: readonly string[], fallback: string) {
  const words = fields.flatMap((name) => [`${name}-asc`, `${name}-desc`])
  const text = onceText.max(100, 'is too long')
  const json = { type: 'string', enum: words, default: fallback }
  return documentedAs(field(text, 'Field and direction to sort by.', fallback), json).optional()
}

/** `q`, capped: a longer one is refused. */
export const searchQuery = field(
  onceText.max(500, 'may have at most 500 characters'),
  'Words that must all occur in the field. Ignores case and accents.',
  'hello',
).optional()

/**
 * A list of at most 1,000: a longer one is refused as one thing, and not entry by entry.
 *
 * @param entry schema of each
 */
export function listInput<Entry extends z.ZodType>(entry: Entry) {
  const most = MAX_LIST_ITEMS.toLocaleString('en')
  return z.preprocess((list, context) => {
    if (!Array.isArray(list) || list.length <= MAX_LIST_ITEMS) return list
    context.addIssue({ code: 'custom', message: `may have at most ${most} entries` })
    return z.NEVER
  }, z.array(entry))
}

/**
 * A text of at most `most` characters without NUL; nothing more is asked of a longer one.
 *
 * @param error what is said of what is no text
 */
export function textInput(most: number, error?: string) {
  return longText(most, error).refine(hasNoNul, 'must not contain NUL (U+0000)')
}

/** As {@link textInput}, of what is kept byte for byte, whatever is in it. */
export function longText(most: number, error?: string) {
  const tooLong = `may have at most ${most.toLocaleString('en')} characters`
  return z.string(error).max(most, { error: tooLong, abort: true })
}

/** Git's messages and headers end at it, and programs cut names there. */
function hasNoNul(text: string): boolean {
  return !text.includes('\0')
}

/** A path, before it is put into the normal form of Unicode. */
export const pathInput = textInput(4096).min(1, 'must not be empty')

/** A text that must say something. */
export const titleInput = textInput(1000).refine(
  (title) => title.trim() !== '',
  'must not be empty',
)

/** URL path from segments and the rest, percent-encoded once. */
export function encodePath(path: string): string {
  return path.split('/').map(encodeURIComponent).join('/')
}
