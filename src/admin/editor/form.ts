/** What is edited of a document or page, apart from its file: fields, what changed, what is sent. */

import type { FullEntry, Hash, Visibility } from '../api/types.js'

export interface Form {
  readonly title: string
  readonly body: string
  readonly date: string | null
  readonly visibility: Visibility
  readonly permalink: string | null
  readonly tags: readonly string[]
  readonly categories: readonly string[]
  readonly metadata: Hash
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
]

/** The fields of a document as it is on the server. */
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

function isSame(a: unknown, b: unknown): boolean {
  // Texts are long, and compared at each keystroke.
  if (a === b || typeof a === 'string' || typeof b === 'string') return a === b
  return JSON.stringify(a) === JSON.stringify(b)
}

/** Names of the fields in which two differ. */
export function changedFields(from: Form, to: Form): readonly FieldName[] {
  return NAMES.filter((name) => !isSame(from[name], to[name]))
}

/** What to send: what was not touched is not named, so it can't be changed. */
export function inputOf(from: Form, to: Form): Hash {
  return Object.fromEntries(changedFields(from, to).map((name) => [name, to[name]]))
}

/**
 * The form after saving: what the server has now, but for fields that were typed in meanwhile.
 *
 * @param sent the form as it was sent
 * @param current as it is now
 */
export function afterSaving(saved: Form, sent: Form, current: Form): Form {
  const typed = changedFields(sent, current).map((name) => [name, current[name]])
  return { ...saved, ...Object.fromEntries(typed) }
}

export type Side = 'mine' | 'theirs'

/** What can clash: a field of the form, or one of the front matter. */
export type ClashName = FieldName | `metadata.${string}`

export type Choices = Readonly<Partial<Record<ClashName, Side>>>

interface Sides {
  /** What both began with. */
  readonly base: Form
  readonly mine: Form
  readonly theirs: Form
}

/** The value that a form has under such a name. */
export function valueOf(form: Form, name: ClashName): unknown {
  return isMetadataName(name) ? form.metadata[keyOf(name)] : form[name]
}

function isMetadataName(name: ClashName): name is `metadata.${string}` {
  return name.startsWith('metadata.')
}

/** The name of a field of the front matter; other names stay. */
export function keyOf(name: ClashName): string {
  return name.replace(/^metadata\./, '')
}

/** The form that settles a conflict: theirs, with what only I changed, and my choice where both did. */
export function settled({ base, mine, theirs }: Sides, choices: Choices): Form {
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

/** As `changedFields`, with each field of the front matter by its own name. */
export function changedNames(from: Form, to: Form): readonly ClashName[] {
  return [
    ...changedFields(from, to).filter((name) => name !== 'metadata'),
    ...changedKeys(from, to).map((key) => `metadata.${key}` as const),
  ]
}

/** What both have changed, and differently. */
export function conflictingFields({ base, mine, theirs }: Sides): readonly ClashName[] {
  const theirChanges = new Set(changedNames(base, theirs))
  return changedNames(base, mine).filter(
    (name) => theirChanges.has(name) && !isSame(valueOf(mine, name), valueOf(theirs, name)),
  )
}

/** The text as the server has merged it so far, where it says so. */
export function mergedBody(conflict: unknown): string | null {
  const { merged } = Object(conflict)
  const { body } = Object(merged)
  return typeof body === 'string' ? body : null
}
