/** Documents and pages as JSON. @see src/http/README.md (Conventions; Content) */

import { posix } from 'node:path'
import { z } from 'zod'
import type { FrontMatterError, PermittedEntry } from '../../model/entry.js'
import { MAX_TEXT_BYTES } from '../../model/limits.js'
import { textCan, textCanSchema } from './can.js'
import {
  field,
  hashSchema,
  idSchema,
  isDay,
  listInput,
  longText,
  named,
  pathInput,
  stampSchema,
  textInput,
  titleInput,
} from './common.js'
import { utcStamp } from './time.js'

const SHA = '9e107d9d372bb6826bd81d3542a419d6e107d9d3'

const metadata = field(hashSchema, 'Front matter beside the fields of its own.', { layout: 'post' })
const permalink = field(z.string().nullable(), 'A URL of its own, instead of the generated one.')
const visibility = z.enum(['visible', 'hidden', 'draft'])
const tags = field(z.array(z.string()), 'Its tags.', ['news'])
const categories = field(z.array(z.string()), 'Its categories.', ['blog'])

const shared = {
  id: idSchema,
  title: field(z.string(), 'Title; of the file name where there is none.', 'Hello'),
  body: field(z.string(), 'The text below the front matter.', 'My **first** post.\n'),
  filename: field(z.string(), 'From the site’s root.', '_posts/2026-11-20-hello.md'),
  path: field(z.string(), 'In its collection.', '2026-11-20-hello.md'),
  basename: field(z.string(), 'Its own name.', '2026-11-20-hello.md'),
  directory: field(z.string(), 'Its folder.', '_posts'),
  defaults: field(hashSchema, 'What the site’s defaults give it.', { layout: 'post' }),
  metadata,
  date: field(z.string().nullable(), 'ISO 8601.', '2026-11-20T12:00:00+00:00'),
  sha: field(z.string(), 'Its version, as git names it.', SHA),
  visibility,
  permalink: field(permalink, 'A URL of its own, instead of the generated one.', null),
  url: field(z.string(), 'Path on the built site.', '/2026/11/20/hello.html'),
  site_id: idSchema,
  user_id: field(idSchema, 'Who wrote it first.'),
  edited_by_id: field(idSchema.nullable(), 'Who changed it last, if anybody.'),
  created_at: stampSchema,
  updated_at: stampSchema,
  can: textCanSchema,
  front_matter_error: field(
    z.object({ line: z.int(), column: z.int(), reason: z.string() }),
    'Why its front matter can’t be read.',
  ).optional(),
}

export const documentSchema = named(
  'Document',
  'A text with front matter in a collection.',
  z.object({ ...shared, tags, categories, type: z.literal('document') }),
)

export const pageSchema = named(
  'Page',
  'A text with front matter outside of collections; `path` is its whole path.',
  z.object({ ...shared, type: z.literal('page') }),
)

/** As lists have them: `body` is left out where `summary=true` asks so. */
export const documentRowSchema = documentSchema.partial({ body: true })

export const pageRowSchema = pageSchema.partial({ body: true })

const dateInput = textInput(100).refine((text) => ISO.test(text) && isDay(text.slice(0, 10)), {
  message: 'must be an ISO 8601 date or time',
})

const ISO =
  /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])([T ]([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d{1,9})?)?\s?(Z|[+-]\d\d:?\d\d)?)?$/

const title = field(titleInput, 'Title.', 'Hello')

const optional = {
  body: field(
    longText(MAX_TEXT_BYTES),
    'The text below the front matter; with it at most 4 MB.',
    'My **first** post.',
  ).optional(),
  path: field(
    pathInput.normalize(),
    'Where it lies; made of the date and the title when not given.',
  ).optional(),
  permalink: field(
    textInput(2000).nullable(),
    'A URL of its own, instead of the generated one.',
  ).optional(),
  date: field(dateInput.nullable(), 'ISO 8601; null for none.').optional(),
  visibility: field(visibility, 'Who sees it on the site; `visible` when not given.').optional(),
  metadata: metadata.optional(),
}

const taxonomy = {
  tags: field(listInput(textInput(1000)), 'Its tags.', ['news']).optional(),
  categories: field(listInput(textInput(1000)), 'Its categories.', ['blog']).optional(),
}

/** `sha` names the version that the change started from. @see src/http/README.md (Conventions) */
const basis = {
  sha: field(
    textInput(100),
    'The version that you started from: what came between is merged, or it is a conflict (409).',
  ).optional(),
}

export const createDocumentInput = named(
  'CreateDocument',
  'A document to be written.',
  z.object({ title, ...optional, ...taxonomy }),
)

export const updateDocumentInput = named(
  'UpdateDocument',
  'What is to change of a document.',
  z.object({ title: title.optional(), ...optional, ...taxonomy, ...basis }),
)

export const createPageInput = named(
  'CreatePage',
  'A page to be written.',
  z.object({ title, ...optional }),
)

export const updatePageInput = named(
  'UpdatePage',
  'What is to change of a page.',
  z.object({ title: title.optional(), ...optional, ...basis }),
)

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
    basename: posix.basename(entry.path),
    directory: posix.dirname(entry.path),
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
