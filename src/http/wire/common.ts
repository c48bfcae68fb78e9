/** Schemas that several resources share. */

import { z } from 'zod'
import { setOf, withoutSet } from '../../model/change-set.js'
import { MAX_LIST_ITEMS } from '../../model/limits.js'

/** Names a schema, which makes it a component of the OpenAPI document, and describes it in a sentence. */
export function named<Schema extends z.ZodType>(
  name: string,
  description: string,
  schema: Schema,
): Schema {
  return schema.meta({ id: name, description })
}

/** Describes a field and, if its values are not obvious, adds an example. */
export function field<Schema extends z.ZodType>(
  schema: Schema,
  description: string,
  example?: unknown,
): Schema {
  return schema.meta({ description, ...(example !== undefined && { examples: [example] }) })
}

/** Documents a parsed text as another type: `{type: 'integer'}` for `"12"`. */
export function documentedAs<Schema extends z.ZodType>(
  schema: Schema,
  json: Readonly<Record<string, unknown>>,
): Schema {
  const { examples, ...others } = schema.meta() ?? {}
  // Zod drops the examples of parsed texts, because they could be examples of the result.
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

/** Where a file's bytes are, in the change set of its entry, too. */
export function downloadUrl(
  publicUrl: string,
  room: 'files' | 'source',
  { siteId, path }: { readonly siteId: string; readonly path: string },
): string {
  const setId = setOf(siteId)
  const inside = setId === null ? '' : `&change_set=${setId}`
  return `${publicUrl}/v2/sites/${withoutSet(siteId)}/${room}/${encodePath(path)}?download${inside}`
}

/** Any JSON by text keys. Keys such as `__proto__` are data like others. */
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

/** The answer for a deleted resource. @see src/http/README.md (Conventions) */
export function deletedJson(id: string): Deleted {
  return { id, deleted: true }
}

export const errorSchema = named(
  'ErrorBody',
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
      z.object({
        base: hashSchema,
        theirs: hashSchema,
        merged: hashSchema,
        mine: hashSchema.optional(),
      }),
      'For a conflict: the version you started from, the current one, what could be merged and, of a data file, your version.',
    ).optional(),
    passkey: field(
      hashSchema,
      'For a second factor that is missing: what to ask a passkey, for `PublicKeyCredential.parseRequestOptionsFromJSON`.',
    ).optional(),
    most_bytes: field(
      z.int(),
      'For a body that is too large, or a site that takes too much disk space: the limit in bytes.',
      100_000_000,
    ).optional(),
    request_id: field(z.string(), 'Id of the request in the log.', '66f1c2a0d4b9e83f5a7c1e20'),
  }),
)

/** A parameter that may be given once; repeated ones arrive as a list. */
export const onceText = z.string({
  error: ({ input }) => (input === undefined ? 'is needed' : 'must be given once'),
})

/** True if a day exists: `2024-02-30` does not. */
export function isDay(day: string): boolean {
  const time = Date.parse(day)
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(day)
}

/** A flag of a query or form: `true`, `1` or no value, `false` or `0`. */
export function flagText(description: string) {
  const text = z
    .enum(['', 'true', '1', 'false', '0'], { error: 'must be true or false' })
    .transform((value) => value !== 'false' && value !== '0')
  const json = { type: 'string', enum: ['', 'true', '1', 'false', '0'] }
  return documentedAs(field(text, description, 'true'), json).optional()
}

/** A `sort` parameter, `field-asc` or `field-desc`; the error lists the fields. */
export function sortQuery(fields: readonly string[], fallback: string) {
  const words = fields.flatMap((name) => [`${name}-asc`, `${name}-desc`])
  const text = onceText.max(100, 'is too long')
  const json = { type: 'string', enum: words, default: fallback }
  return documentedAs(field(text, 'Field and direction to sort by.', fallback), json).optional()
}

/** The parameter `q`, with a limit. */
export const searchQuery = field(
  onceText.max(500, 'may have at most 500 characters'),
  'Words that must all occur in one of the fields that are searched. Ignores case and accents.',
  'hello',
).optional()

/**
 * A list of at most 1,000 entries. A longer one gives one error, not one for each entry.
 *
 * @param entry schema of an entry
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
 * A text of at most `most` characters without NUL. For a longer one, nothing else is checked.
 *
 * @param error message if the value is not a text
 */
export function textInput(most: number, error?: string) {
  return longText(most, error).refine(hasNoNul, 'must not contain NUL (U+0000)')
}

/** Like {@link textInput}, for texts that are stored byte for byte; may contain anything. */
export function longText(most: number, error?: string) {
  const tooLong = `may have at most ${most.toLocaleString('en')} characters`
  return z.string(error).max(most, { error: tooLong, abort: true })
}

/** Git messages and headers end at a NUL, and programs cut names there. */
function hasNoNul(text: string): boolean {
  return !text.includes('\0')
}

/** A path, before it is normalized. */
export const pathInput = textInput(4096).min(1, 'must not be empty')

/** A text that is not blank. */
export const titleInput = textInput(1000).refine(
  (title) => title.trim() !== '',
  'must not be empty',
)

/** Percent-encodes the segments of a path. */
export function encodePath(path: string): string {
  return path.split('/').map(encodeURIComponent).join('/')
}
