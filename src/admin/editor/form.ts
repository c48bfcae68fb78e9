/** The form state of the editor: the fields of an entry, what changed, and what to send. */

import type { FullEntry, Hash, Visibility } from '../api/types.js'
import { t } from '../text/text.js'

export interface Form {
  readonly title: string
  readonly body: string
  readonly date: string | null
  readonly visibility: Visibility
  readonly permalink: string | null
  readonly tags: readonly string[]
  readonly categories: readonly string[]
  readonly metadata: Hash
  /** Of a new text that has its place already. */
  readonly path?: string | undefined
}

type FieldName = keyof Form

export const EMPTY: Form = {
  title: '',
  body: '',
  date: null,
  visibility: 'visible',
  permalink: null,
  tags: [],
  categories: [],
  metadata: {},
}

const NAMES: readonly FieldName[] = [
  'title',
  'body',
  'date',
  'visibility',
  'permalink',
  'tags',
  'categories',
  'metadata',
  'path',
]

/** The form of an entry as the server has it. */
export function formOf(entry: FullEntry): Form {
  return {
    title: entry.title,
    body: entry.body,
    date: entry.date,
    visibility: entry.visibility,
    permalink: entry.permalink,
    tags: entry.tags ?? [],
    categories: entry.categories ?? [],
    metadata: entry.metadata,
  }
}

/** Fields that belong to one text alone: addresses that lead to it, and when it ends. */
const OWN_KEYS = ['redirect_from', 'slug', 'expires_at']

/** What a copy of a text begins with: its fields and body, hidden, with another title and no address of its own. */
export function copyOf(form: Form, collection: string | null): Form {
  return {
    ...form,
    title: t('entries.copy-of', { title: form.title }),
    date: null,
    permalink: null,
    visibility: collection === 'posts' ? 'draft' : 'hidden',
    metadata: withoutOwn(form.metadata),
  }
}

interface Version {
  readonly language: string
  readonly path: string
  readonly permalink: string | null
}

/** What a version in another language begins with: a copy at its place, with what says its language. */
export function versionOf(form: Form, collection: string | null, version: Version): Form {
  const { language, path, permalink } = version
  const { title, date, metadata } = form
  const key = 'language' in metadata && !('lang' in metadata) ? 'language' : 'lang'
  const copy = copyOf(form, collection)
  const named = { ...copy.metadata, [key]: language }
  return { ...copy, title, date, path, permalink, metadata: named }
}

/** What a text begins with that is made from a template. It needs a title of its own. */
export function begunWith(template: Pick<Form, 'body' | 'tags' | 'categories' | 'metadata'>): Form {
  const { body, tags, categories, metadata } = template
  return { ...EMPTY, body, tags, categories, metadata: withoutOwn(metadata) }
}

function withoutOwn(metadata: Hash): Hash {
  return Object.fromEntries(Object.entries(metadata).filter(([key]) => !OWN_KEYS.includes(key)))
}

function isSame(a: unknown, b: unknown): boolean {
  // Avoid serializing the body: it is long, and compared at each keystroke.
  if (a === b || typeof a === 'string' || typeof b === 'string') return a === b
  return JSON.stringify(a) === JSON.stringify(b)
}

/** Names of the fields that differ. */
export function changedFields(from: Form, to: Form): readonly FieldName[] {
  return NAMES.filter((name) => !isSame(from[name], to[name]))
}

/** The changed fields, to be sent. Others are left out, so the server keeps them. */
export function inputOf(from: Form, to: Form): Hash {
  return Object.fromEntries(
    changedFields(from, to).map((name) =>
      // The API makes a post a draft by a field of its own.
      name === 'visibility' && to.visibility === 'draft' ? ['draft', true] : [name, to[name]],
    ),
  )
}

export type Side = 'mine' | 'theirs'

/** A field that can conflict: one of the form, or `metadata.<key>` of the front matter. */
export type FieldPath = FieldName | `metadata.${string}`

export type Choices = Readonly<Partial<Record<FieldPath, Side>>>

interface Sides {
  /** The common base of both changes. */
  readonly base: Form
  readonly mine: Form
  readonly theirs: Form
}

/** The value of a field. */
export function valueOf(form: Form, name: FieldPath): unknown {
  return isMetadataName(name) ? form.metadata[keyOf(name)] : form[name]
}

function isMetadataName(name: FieldPath): name is `metadata.${string}` {
  return name.startsWith('metadata.')
}

/** The key in the front matter for `metadata.<key>`; other names are returned as they are. */
export function keyOf(name: FieldPath): string {
  return name.replace(/^metadata\./, '')
}

/** Resolves a conflict: their version, plus my changes, and my choice for each field that both have changed. */
export function resolvedForm({ base, mine, theirs }: Sides, choices: Choices): Form {
  const kept = changedFields(base, mine)
    .filter((name) => name !== 'metadata' && choices[name] !== 'theirs')
    .map((name) => [name, mine[name]])
  const metadata = new Map(Object.entries(theirs.metadata))
  for (const key of changedKeys(base, mine)) {
    if (choices[`metadata.${key}`] === 'theirs') continue
    if (key in mine.metadata) metadata.set(key, mine.metadata[key])
    else metadata.delete(key)
  }
  return { ...theirs, ...Object.fromEntries(kept), metadata: Object.fromEntries(metadata) }
}

function changedKeys(from: Form, to: Form): readonly string[] {
  const keys = new Set([from, to].flatMap(({ metadata }) => Object.keys(metadata)))
  return [...keys].filter((key) => !isSame(from.metadata[key], to.metadata[key]))
}

/** Like `changedFields`, but lists front matter keys one by one. */
export function changedNames(from: Form, to: Form): readonly FieldPath[] {
  return [
    ...changedFields(from, to).filter((name) => name !== 'metadata'),
    ...changedKeys(from, to).map((key) => `metadata.${key}` as const),
  ]
}

/** Fields that both have changed to different values. */
export function conflictingFields({ base, mine, theirs }: Sides): readonly FieldPath[] {
  const theirChanges = new Set(changedNames(base, theirs))
  return changedNames(base, mine).filter(
    (name) => theirChanges.has(name) && !isSame(valueOf(mine, name), valueOf(theirs, name)),
  )
}

/** The body that the server has merged so far, if the conflict contains one. */
export function mergedBody(conflict: unknown): string | null {
  const { merged } = Object(conflict)
  const { body } = Object(merged)
  return typeof body === 'string' ? body : null
}
