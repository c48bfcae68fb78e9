/** Documents and pages as JSON. @see src/http/README.md (Conventions; Content) */

import { withoutSet } from '../../model/change-set.js'
import { posix } from 'node:path'
import { z } from 'zod'
import type {
  FrontMatterError,
  PermittedEntry,
  Translation,
  Visibility,
} from '../../model/entry.js'
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
import { utcStamp, utcStampOrNull } from './time.js'

const SHA = '9e107d9d372bb6826bd81d3542a419d6e107d9d3'

const metadata = field(hashSchema, 'Front matter keys without a field of their own.', {
  layout: 'post',
})
const permalink = field(z.string().nullable(), 'A permalink that replaces the generated URL.')
const visibility = z.enum(['visible', 'hidden', 'draft'])
const tags = field(z.array(z.string()), 'Its tags.', ['news'])
const categories = field(z.array(z.string()), 'Its categories.', ['blog'])

/** Of a page or document; see {@link frontMatterErrorJson}. */
export const frontMatterErrorSchema = field(
  z.object({ line: z.int(), column: z.int(), reason: z.string() }),
  'Why its front matter can’t be read.',
).optional()

const translationSchema = named(
  'Translation',
  'A text in another language: one that is there, or where it would be.',
  z.object({
    language: field(z.string(), 'Code of the language.', 'de'),
    id: field(idSchema.nullable(), 'Id of the text; null if it is missing.'),
    title: field(z.string().nullable(), 'Its title; null if it is missing.', 'Hallo'),
    path: field(
      z.string(),
      'Its path in the collection, or the path for a new one.',
      'de/hello.md',
    ),
    visibility: field(visibility.nullable(), 'Null if it is missing.', 'visible'),
    permalink: field(
      z.string().nullable(),
      'For a missing one: the permalink that it needs, if any. Null if it is there.',
      null,
    ),
  }),
)

const shared = {
  id: idSchema,
  title: field(z.string(), 'Title; derived from the file name if there is none.', 'Hello'),
  body: field(z.string(), 'The text below the front matter.', 'My **first** post.\n'),
  filename: field(z.string(), 'Path from the site’s root.', '_posts/2026-11-20-hello.md'),
  path: field(z.string(), 'Path in its collection.', '2026-11-20-hello.md'),
  basename: field(z.string(), 'File name.', '2026-11-20-hello.md'),
  directory: field(z.string(), 'Folder.', '_posts'),
  defaults: field(hashSchema, 'Values from the site’s front matter defaults.', { layout: 'post' }),
  metadata,
  date: field(z.string().nullable(), 'ISO 8601.', '2026-11-20T12:00:00+00:00'),
  sha: field(z.string(), 'Its version: the id of its git blob.', SHA),
  visibility,
  live_from: field(
    stampSchema.nullable(),
    'From when the published site has it: the date of a visible document, unless the configuration sets `future` ' +
      'or `time`. While that is to come, the document is scheduled. Null if no date decides.',
  ),
  live_until: field(
    stampSchema.nullable(),
    'From when the published site no longer has it: the front matter’s `expires_at`, if it is visible. Null for never.',
  ),
  permalink: field(permalink, 'A permalink that replaces the generated URL.', null),
  url: field(z.string(), 'Path on the built site.', '/2026/11/20/hello.html'),
  site_id: idSchema,
  user_id: field(idSchema, 'The user who created it.'),
  edited_by_id: field(idSchema.nullable(), 'The user who changed it last, if any.'),
  created_at: stampSchema,
  updated_at: stampSchema,
  language: field(
    z.string().nullable(),
    'Code of its language, from front matter (`lang`), its path (`de/…`, `about.de.md`) or `_config.yml`; null if nothing says it.',
    'en',
  ),
  translations: field(
    z.array(translationSchema),
    'The same text in each other language of the site, by code. Empty where the site has one language.',
  ),
  can: textCanSchema,
  front_matter_error: frontMatterErrorSchema,
}

export const documentSchema = named(
  'CollectionDocument',
  'A file with front matter in a collection.',
  z.object({ ...shared, tags, categories, type: z.literal('document') }),
)

export const pageSchema = named(
  'Page',
  'A file with front matter outside collections; `path` is its whole path.',
  z.object({ ...shared, type: z.literal('page') }),
)

/** As in lists: without `body` for `summary=true`. */
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
    'The text below the front matter; at most 4 MB together with it.',
    'My **first** post.',
  ).optional(),
  path: field(
    pathInput.normalize(),
    'Its path; by default derived from date and title.',
  ).optional(),
  permalink: field(
    textInput(2000).nullable(),
    'A permalink that replaces the generated URL.',
  ).optional(),
  date: field(dateInput.nullable(), 'ISO 8601; null for none.').optional(),
  visibility: field(
    visibility,
    'Whether the published site shows it; `visible` by default. `draft` is only taken for what is a draft already; see `draft`.',
  ).optional(),
  metadata: metadata.optional(),
}

/** Posts only; `visibility` can't say it, see {@link textInputOf}. */
const draft = field(
  z.boolean(),
  'Posts only: true makes it a draft, a file in `_drafts`; false makes it visible.',
).optional()

const taxonomy = {
  draft,
  tags: field(listInput(textInput(1000)), 'Its tags.', ['news']).optional(),
  categories: field(listInput(textInput(1000)), 'Its categories.', ['blog']).optional(),
}

/** `sha`: the version that the change is based on. @see src/http/README.md (Conventions) */
const basis = {
  sha: field(
    textInput(100),
    'The version that you started from: later changes are merged with yours, or it is a ' +
      'conflict (409).',
  ).optional(),
}

export const createDocumentInput = named(
  'CreateDocument',
  'A new document.',
  z.object({ title, ...optional, ...taxonomy }),
)

export const updateDocumentInput = named(
  'UpdateDocument',
  'Changes to a document.',
  z.object({ title: title.optional(), ...optional, ...taxonomy, ...basis }),
)

export const createPageInput = named('CreatePage', 'A new page.', z.object({ title, ...optional }))

export const updatePageInput = named(
  'UpdatePage',
  'Changes to a page.',
  z.object({ title: title.optional(), ...optional, ...basis }),
)

/** A document as JSON. */
export function documentJson(owned: PermittedEntry): z.output<typeof documentSchema> {
  const { text } = owned.entry
  return {
    ...sharedJson(owned),
    tags: [...(text?.tags ?? [])],
    categories: [...(text?.categories ?? [])],
    type: 'document',
  }
}

/** A page as JSON: like a document, without tags and categories; `path` is the full path. */
export function pageJson(owned: PermittedEntry): z.output<typeof pageSchema> {
  return { ...sharedJson(owned), type: 'page' }
}

function translationJson({ language, ...one }: Translation): z.output<typeof translationSchema> {
  if (one.entry === null) {
    const { path, permalink } = one
    return { language, id: null, title: null, path, visibility: null, permalink }
  }
  const { id, title, relativePath: path, visibility } = one.entry
  return { language, id: withoutSet(id), title: title ?? '', path, visibility, permalink: null }
}

function sharedJson({ entry, userId, editedById, rights, translations = [] }: PermittedEntry) {
  const { text } = entry
  return {
    id: withoutSet(entry.id),
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
    live_from: utcStampOrNull(entry.liveFrom),
    live_until: utcStampOrNull(entry.liveUntil),
    permalink: text?.permalink ?? null,
    url: entry.url ?? '',
    site_id: withoutSet(entry.siteId),
    user_id: userId,
    edited_by_id: editedById,
    created_at: utcStamp(entry.createdAt),
    updated_at: utcStamp(entry.updatedAt),
    language: text?.language ?? null,
    translations: translations.map(translationJson),
    can: textCan(rights),
    ...frontMatterErrorJson(text?.frontMatterError ?? null),
  }
}

export function frontMatterErrorJson(error: FrontMatterError | null) {
  return error ? { front_matter_error: { ...error } } : {}
}

interface Given {
  readonly visibility?: Visibility | undefined
  readonly draft?: boolean | undefined
}

/** The input for the service: `draft` decides, and `visibility: draft` only says what is so already. */
export function textInputOf<Fields extends Given>({ draft, visibility, ...fields }: Fields) {
  const isDraft = visibility === 'draft'
  if (draft === true) return { ...fields, visibility: 'draft' as const }
  if (draft === false && (isDraft || visibility === undefined))
    return { ...fields, visibility: 'visible' as const }
  return isDraft ? { ...fields, isDraft } : { ...fields, visibility }
}
