/** Documents and pages as JSON. @see src/http/README.md (Conventions; Content) */

import { z } from 'zod'
import type { FrontMatterError, PermittedEntry } from '../../model/entry.js'
import { textCan, textCanSchema } from './can.js'
import { hashSchema, idSchema, listInput, stampSchema, titleInput } from './common.js'
import { utcStamp } from './time.js'
import { basename, dirname } from './path-parts.js'

const shared = {
  id: idSchema,
  title: z.string(),
  body: z.string(),
  filename: z.string(),
  path: z.string(),
  basename: z.string(),
  directory: z.string(),
  defaults: hashSchema,
  metadata: hashSchema,
  date: z.string().nullable(),
  sha: z.string(),
  visibility: z.enum(['visible', 'hidden', 'draft']),
  permalink: z.string().nullable(),
  url: z.string(),
  site_id: idSchema,
  user_id: idSchema,
  edited_by_id: idSchema.nullable(),
  created_at: stampSchema,
  updated_at: stampSchema,
  can: textCanSchema,
  front_matter_error: z
    .object({ line: z.number(), column: z.number(), reason: z.string() })
    .optional(),
}

export const documentSchema = z.object({
  ...shared,
  tags: z.array(z.string()),
  categories: z.array(z.string()),
  type: z.literal('document'),
})

export const pageSchema = z.object({ ...shared, type: z.literal('page') })

/** As lists have them: `body` is left out where `summary=true` asks so. */
export const documentRowSchema = documentSchema.partial({ body: true })

export const pageRowSchema = pageSchema.partial({ body: true })

const dateInput = z.string().refine((text) => ISO.test(text) && isDay(text.slice(0, 10)), {
  message: 'must be an ISO 8601 date or time',
})

/** Whether a day is in the calendar: `2024-02-30` is not. */
function isDay(day: string): boolean {
  const time = Date.parse(day)
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(day)
}

const ISO =
  /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])([T ]([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d{1,9})?)?\s?(Z|[+-]\d\d:?\d\d)?)?$/

const optional = {
  body: z.string().optional(),
  path: z.string().min(1, 'must not be empty').optional(),
  permalink: z.string().nullable().optional(),
  date: dateInput.nullable().optional(),
  visibility: z.enum(['visible', 'hidden', 'draft']).optional(),
  metadata: hashSchema.optional(),
}

const taxonomy = {
  tags: listInput(z.string()).optional(),
  categories: listInput(z.string()).optional(),
}

/** `sha` names the version that the change started from. @see src/http/README.md (Conventions) */
const basis = { sha: z.string().optional() }

export const createDocumentInput = z.object({ title: titleInput, ...optional, ...taxonomy })

export const updateDocumentInput = z.object({
  title: titleInput.optional(),
  ...optional,
  ...taxonomy,
  ...basis,
})

export const createPageInput = z.object({ title: titleInput, ...optional })

export const updatePageInput = z.object({ title: titleInput.optional(), ...optional, ...basis })

/** A document's representation. */
export function documentJson(owned: PermittedEntry): z.output<typeof documentSchema> {
  const { text } = owned.entry
  return {
    ...sharedJson(owned),
    tags: [...(text?.tags ?? [])],
    categories: [...(text?.categories ?? [])],
    type: 'document',
  }
}

/** A page's representation: as a document, without tags and categories; `path` is the whole path. */
export function pageJson(owned: PermittedEntry): z.output<typeof pageSchema> {
  return { ...sharedJson(owned), type: 'page' }
}

function sharedJson({ entry, userId, editedById, rights }: PermittedEntry) {
  const { text } = entry
  return {
    id: entry.id,
    title: entry.title ?? '',
    body: text?.body ?? '',
    filename: entry.path,
    path: entry.relativePath,
    basename: basename(entry.path),
    directory: dirname(entry.path),
    defaults: { ...text?.defaults },
    metadata: { ...text?.metadata },
    date: entry.date,
    sha: entry.oid,
    visibility: entry.visibility,
    permalink: text?.permalink ?? null,
    url: entry.url ?? '',
    site_id: entry.siteId,
    user_id: userId,
    edited_by_id: editedById,
    created_at: utcStamp(entry.createdAt),
    updated_at: utcStamp(entry.updatedAt),
    can: textCan(rights),
    ...errorJson(text?.frontMatterError ?? null),
  }
}

function errorJson(error: FrontMatterError | null) {
  return error ? { front_matter_error: { ...error } } : {}
}
