/** Schemas that several resources share. */

import { z } from 'zod'
import { MAX_LIST_ITEMS } from '../../model/limits.js'

/** `2026-11-20 12:00:00 +0000`. */
export const stampSchema = z.string().regex(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d [+-]\d{4}$/)

export const idSchema = z.string().regex(/^[0-9a-f]{24}$/)

/** Arbitrary JSON under text keys; hostile keys are data like others. */
export const hashSchema = z.record(z.string(), z.unknown())

export const deletedSchema = z.object({ id: z.string(), deleted: z.literal(true) })

interface Deleted {
  readonly id: string
  readonly deleted: true
}

/** The deleted marker. @see src/http/README.md (Conventions) */
export function deletedJson(id: string): Deleted {
  return { id, deleted: true }
}

export const errorSchema = z.object({
  error: z.string(),
  message: z.string(),
  details: z.array(z.object({ field: z.string(), message: z.string() })).optional(),
  current_sha: z.string().optional(),
  conflict: z.object({ base: hashSchema, theirs: hashSchema, merged: hashSchema }).optional(),
  request_id: z.string(),
})

/** `field-asc` or `field-desc`; each list knows its fields, and names them when it refuses. */
export const sortQuery = z.string({ error: 'sort must be given once' }).max(100).optional()

/** `q`, capped: a longer one is refused. */
export const searchQuery = z
  .string({ error: 'q must be given once' })
  .max(500, 'q may have at most 500 characters')
  .optional()

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

/** A text that must say something. */
export const titleInput = z
  .string()
  .refine((title) => title.trim() !== '', 'must not be empty')
  .refine((title) => title.length <= 1000, 'may have at most 1,000 characters')

/** URL path from segments and the rest, percent-encoded once. */
export function encodePath(path: string): string {
  return path.split('/').map(encodeURIComponent).join('/')
}
