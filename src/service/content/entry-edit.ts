/** Turns the fields that a client sent into the new text of a document or page. */

import { parseTime } from '../../content/dates.js'
import { DOCUMENT_FIELDS, metadataOf } from '../../content/document.js'
import type { FrontMatterEdit } from '../../content/front-matter/edit.js'
import type { FrontMatter } from '../../content/front-matter/read.js'
import { bodyAsRead } from '../../content/front-matter/split.js'
import { readTime } from '../../content/yaml/scalar.js'
import { formatIso } from '../../content/zone.js'
import { readCategories } from '../../content/taxonomy.js'
import {
  displayText,
  fromJson,
  keyToText,
  YamlDate,
  type YamlMap,
  type YamlValue,
} from '../../content/yaml/value.js'
import { invalid, type GalleyError } from '../../errors.js'
import type { Entry, Visibility } from '../../model/entry.js'
import { MAX_TEXT_BYTES, METADATA_BUDGET } from '../../model/limits.js'
import { changed } from '../branch/long-yaml/long-yaml.js'
import type { YamlTurn } from '../branch/long-yaml/yaml-thread.js'

/** The fields; omitted ones stay unchanged, null clears. */
export interface TextInput {
  readonly title?: string | undefined
  readonly body?: string | undefined
  /** Relative to the collection; for pages from the site's root. */
  readonly path?: string | undefined
  readonly permalink?: string | null | undefined
  readonly date?: string | null | undefined
  readonly visibility?: Visibility | undefined
  /** Says that it is a draft already: then its visibility stays, else this is an error. */
  readonly isDraft?: boolean | undefined
  readonly metadata?: Readonly<Record<string, unknown>> | undefined
  readonly tags?: readonly string[] | undefined
  readonly categories?: readonly string[] | undefined
}

/** The text of a new file. */
export async function newText(input: TextInput, turn: YamlTurn): Promise<string> {
  const data: YamlMap = new Map()
  for (const [key, value] of fieldEdits(input, null, new Map()).set) data.set(key, value)
  if (input.visibility === 'hidden') data.set('published', false)
  for (const [key, value] of metadataMap(input.metadata ?? {}, new Map())) data.set(key, value)
  return changed({ kind: 'new', data, body: input.body ?? '' }, turn)
}

/**
 * Changes the given fields and leaves every other byte as it is.
 *
 * @param front the parsed front matter of `text`, without an error
 * @param entry the indexed fields of `text`; fields that equal them are not changed
 * @param visibility the new visibility, if it changes
 */
export function editedText(text: string, front: FrontMatter, change: TextChange): Promise<string> {
  const edit = { ...editOf(front, change), read: front }
  return changed({ kind: 'front matter', text, edit }, { siteId: change.entry.siteId })
}

function editOf(front: FrontMatter, { input, entry, visibility }: TextChange): FrontMatterEdit {
  const { set, remove } = fieldEdits(input, entry, front.data)
  if (visibility === 'hidden') set.set('published', false)
  const isShown = visibility === 'visible' || visibility === 'draft'
  if (isShown && front.data.has('published')) remove.push('published')
  if (input.metadata !== undefined) {
    const before = metadataOf(front.data)
    const after = metadataMap(input.metadata, before)
    for (const [key, value] of after) set.set(keyToText(key), value)
    for (const key of before.keys()) if (!after.has(key)) remove.push(keyToText(key))
  }
  return { set, remove, ...bodyEdit(input.body, front) }
}

/** A body that reads back as the one that is there is no change. */
function bodyEdit(given: string | undefined, front: FrontMatter): Pick<FrontMatterEdit, 'body'> {
  if (given === undefined) return {}
  const body = front.has ? bodyAsRead(given) : given
  return body === front.body ? {} : { body }
}

interface TextChange {
  readonly input: TextInput
  readonly entry: Entry
  readonly visibility?: Visibility | undefined
}

/** A completely new text, for a file whose front matter cannot be parsed. */
export function replacedText(entry: Entry, input: TextInput): Promise<string> {
  return newText({ title: entry.title ?? '', ...input }, { siteId: entry.siteId })
}

/** `visibility: draft` for what is none. */
export function noDraft(): GalleyError {
  return invalid(
    'visibility',
    'must be visible or hidden; to make a post a draft, set draft to true',
  )
}

/** `draft` for what can't be one. */
export function onlyPosts(): GalleyError {
  return invalid('draft', 'must be false: only posts have drafts')
}

/** The bytes of a text. @throws GalleyError `validation_failed` if it is too long */
export function textData(text: string): Buffer {
  const data = Buffer.from(text)
  if (data.length <= MAX_TEXT_BYTES) return data
  const most = `${MAX_TEXT_BYTES / 1024 / 1024} MB`
  throw invalid('body', `may have at most ${most} with all front matter`)
}

interface FieldEdits {
  readonly set: Map<string, YamlValue>
  readonly remove: string[]
}

/** Leaves out fields whose values are unchanged, whatever their form in the file. */
function fieldEdits(input: TextInput, entry: Entry | null, data: YamlMap): FieldEdits {
  const edits: FieldEdits = { set: new Map(), remove: [] }
  const put = (key: string, value: YamlValue | undefined, isSame: boolean) => {
    if (value === undefined || isSame) return
    if (value === null) edits.remove.push(key)
    else edits.set.set(key, value)
  }
  put('title', input.title, input.title === entry?.title)
  put('date', dateValue(input.date), input.date === entry?.date)
  put('permalink', input.permalink, input.permalink === entry?.text?.permalink)
  const isDefault = Object.hasOwn(entry?.text?.defaults ?? {}, 'tags')
  const tags = { given: input.tags, known: entry?.text?.tags ?? [], data, isDefault }
  putList(edits, ['tags', 'tag'], tags)
  const known = entry?.text?.categories ?? []
  const given = isSame(input.categories, known) ? undefined : ownCategories(input, known, data)
  putList(edits, ['categories', 'category'], { given, known, data, isDefault: false })
  return edits
}

/** The categories to write: those of its folders and defaults stay there. */
function ownCategories(
  { categories }: TextInput,
  known: readonly string[],
  frontMatter: YamlMap,
): string[] | undefined {
  const own = readCategories({ folderCategories: [], defaults: new Map(), frontMatter })
  return categories?.filter((name) => own.includes(name) || !known.includes(name))
}

interface Lists {
  readonly given: readonly string[] | undefined
  readonly known: readonly string[]
  /** The front matter before. */
  readonly data: YamlMap
  /** True if a default would take the place of a missing key. */
  readonly isDefault: boolean
}

/** Empty lists are not written, except over a default. The singular key is replaced by the plural one. */
function putList(
  edits: FieldEdits,
  [key, singular]: readonly [string, string],
  { given, known, data, isDefault }: Lists,
): void {
  if (given === undefined || isSame(given, known)) return
  if (data.has(singular)) edits.remove.push(singular)
  if (given.length === 0 && !isDefault) edits.remove.push(key)
  else edits.set.set(key, withOldItems(given, [data.get(key), data.get(singular)]))
}

/** An item that stays keeps its type: `2014` may be a number. Empty items stay after the item before them. */
function withOldItems(
  texts: readonly string[],
  old: readonly (YamlValue | undefined)[],
): YamlValue[] {
  const byText = new Map<string, YamlValue>()
  const emptyAfter = new Map<string | null, null[]>()
  let last: string | null = null
  for (const item of old.filter((one) => Array.isArray(one)).flat()) {
    if (item !== null) {
      last = displayText(item)
      byText.set(last, item)
    } else if (!emptyAfter.get(last)?.push(null)) emptyAfter.set(last, [null])
  }
  const withText = (text: string) => [byText.get(text) ?? text, ...(emptyAfter.get(text) ?? [])]
  return [...(emptyAfter.get(null) ?? []), ...texts.flatMap(withText)]
}

/** The same input, its date with the offset of the site's zone if it has none. */
export function zoned<Input extends TextInput>(input: Input, zone: string): Input {
  const { date } = input
  if (date === undefined || date === null || !/\d:\d\d(?::\d\d(?:\.\d+)?)?\s?$/.test(date))
    return input
  if (/[+-]\d\d:?\d\d\s?$/.test(date)) return input
  const epochMs = parseTime(date.replace('T', ' '), zone)
  return epochMs === null ? input : { ...input, date: formatIso(epochMs, zone) }
}

/** A date in YAML's own form, so that the generator reads a time and not a text. */
function dateValue(date: string | null | undefined): YamlValue | undefined {
  if (date === undefined || date === null) return date
  if (/^\d{4}-\d\d-\d\d$/.test(date)) return new YamlDate(date)
  const [, day = '', time = '', , zone = ''] =
    /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d(:\d\d(?:\.\d+)?)?)\s?(Z|[+-]\d\d:?\d\d)?$/.exec(date) ?? []
  const seconds = time.length === 5 ? ':00' : ''
  const offset = zone === 'Z' ? '+0000' : zone.replace(':', '')
  const value = readTime(`${day} ${time}${seconds}${offset === '' ? '' : ` ${offset}`}`)
  if (!value) throw invalid('date', 'must be an ISO 8601 date or time')
  return value
}

/** @throws GalleyError `validation_failed` for a key that has its own field */
function metadataMap(metadata: Readonly<Record<string, unknown>>, before: YamlMap): YamlMap {
  for (const key of DOCUMENT_FIELDS) {
    if (Object.hasOwn(metadata, key)) {
      const field = key === 'published' ? 'visibility' : key
      throw invalid(`metadata.${key}`, `is not metadata: set the field ${field}`)
    }
  }
  const value = fromJson(metadata, before, METADATA_BUDGET)
  return value instanceof Map ? value : new Map()
}

/** Names of the changed fields, for the commit message. */
export function changedFields(input: TextInput, entry: Entry): string[] {
  const { text } = entry
  const known: Record<string, unknown> = {
    title: entry.title,
    body: text?.body,
    path: entry.relativePath,
    permalink: text?.permalink ?? null,
    date: entry.date,
    visibility: entry.visibility,
    metadata: text?.metadata,
    tags: text?.tags,
    categories: text?.categories,
  }
  return Object.entries(input)
    .filter(([key, value]) => value !== undefined && key in known)
    .filter(([key, value]) => !isSame(value, known[key]))
    .map(([key]) => key)
}

/** Texts are compared as they are: to write two of 4 MB as JSON takes longer than all else. */
function isSame(value: unknown, known: unknown): boolean {
  if (typeof value === 'string' || typeof known === 'string') return value === known
  return value === known || JSON.stringify(value) === JSON.stringify(known)
}
