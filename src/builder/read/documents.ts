/** Reads documents: the front matter over the defaults, then title, slug, date and taxonomy. */

// jekyll/document.rb: read, populate_title, populate_categories, populate_tags; the order of the keys
// is the order in which Jekyll sets them, for it shows when a template prints the whole document.

import { displayText } from '../../content/yaml/value.js'
import { isYamlMap, YamlTime, type YamlMap, type YamlValue } from '../../content/yaml/value.js'
import type { CollectionFacts } from '../items/collection-facts.js'
import { Document } from '../items/document.js'
import { extensionOf, nameOf } from '../items/item.js'
import { BuildError } from '../base/build-error.js'
import { readDatedName } from '../../content/dated-names.js'
import { parseDate } from '../../content/dates.js'
import { deepMerge } from '../../content/deep-merge.js'
import { titleizeSlug } from '../../content/slug.js'
import { categoriesAsWritten, tagsAsWritten } from '../../content/taxonomy.js'
import { fileDefaults, type Reading } from './reading.js'
import { readItemText, readYamlFile } from './text.js'

const DATELESS = /^(?:.*\/)?([^/]*)(\.[^.]+)$/

// jekyll/readers/post_reader.rb: processable?; a file of data has no content, so it is no post
const DATA_FILE = /\.ya?ml$/

/** Whether a file of a posts folder is a post by its name. */
export function isPostName(path: string): boolean {
  return readDatedName(path) !== null && !DATA_FILE.test(path)
}

/** Whether a file of a drafts folder is a draft by its name. */
export function isDraftName(path: string): boolean {
  return DATELESS.test(path) && !DATA_FILE.test(path)
}

interface DocumentPlace {
  readonly collection: CollectionFacts
  /** From the source's root. */
  readonly sourcePath: string
  /** From `collections_dir`. */
  readonly path: string
}

/**
 * Reads one document.
 *
 * @throws BuildError for a date that is none, and for a document of data that is not valid
 */
export function readDocument(reading: Reading, place: DocumentPlace): Promise<Document> {
  const read = () => readDocumentFile(reading, place)
  return reading.kept?.item(reading, asDocument(place), read) ?? read()
}

/** A document that was read before and is the same since; null for another. */
export function keptDocument(reading: Reading, place: DocumentPlace): Document | null {
  return reading.kept?.find(reading, asDocument(place)) ?? null
}

function asDocument({ sourcePath, path }: DocumentPlace) {
  return { path: sourcePath, as: path === sourcePath ? 'document' : `document ${path}` }
}

async function readDocumentFile(reading: Reading, place: DocumentPlace): Promise<Document> {
  if (DATA_FILE.test(place.path)) return await readDataDocument(reading, place)
  const { source, settings, reporter } = reading
  const strict = settings.strictFrontMatter
  const text = await readItemText(source, place.sourcePath, { reporter, strict })
  const data: YamlMap = new Map()
  const isDraft = place.collection.label === 'posts' && !place.path.includes('_posts')
  data.set('draft', isDraft)
  const defaults = fileDefaults(settings, place.path, place.collection.label)
  const frontMatter = text.data
  const folderCategories = pathCategories(
    place,
    isDraft ? '_drafts' : place.collection.relativeFolder,
  )
  const sources = { folderCategories, defaults, frontMatter }
  data.set('categories', categoriesAsWritten(sources))
  mergeData(data, defaults)
  mergeData(data, frontMatter)
  // jekyll/document.rb: read; a document that cannot be read is no document
  if (!text.isText) data.set('published', false)
  // Its name says nothing of a document with broken front matter.
  const name = text.isBroken ? null : place.path
  const stated = statedDate(reading, { place, data, name })
  const date = stated ?? instant(await fallbackDate(reading, place, data.get('draft') ?? null))
  data.set('date', date)
  // Whether to show a post is asked, and so its date, before posts are sorted.
  const isDated = stated !== null || place.collection.label === 'posts'
  if (!text.isBroken) {
    populate(data, place.path)
    data.set('tags', tagsAsWritten(sources))
  }
  return new Document(
    place.path,
    { ...text, data },
    { ...place, config: settings.content, date, isDraft, isDated, isBroken: text.isBroken },
  )
}

/** A document that is a file of data has what the file says, without defaults, and no content. */
async function readDataDocument(reading: Reading, place: DocumentPlace): Promise<Document> {
  const value = await readYamlFile(reading, place.sourcePath, 'document')
  const data: YamlMap = isYamlMap(value) ? value : new Map()
  const stated = statedDate(reading, { place, data, name: null })
  const date = stated ?? instant(await fallbackDate(reading, place, data.get('draft') ?? null))
  data.set('date', date)
  return new Document(
    place.path,
    { content: '', lineOffset: 0, data },
    {
      ...place,
      config: reading.settings.content,
      date,
      isDraft: false,
      isDated: stated !== null,
      isBroken: false,
    },
  )
}

function pathCategories(place: DocumentPlace, special: string): string[] {
  if (place.path.startsWith(special)) return []
  const at = place.path.indexOf(special)
  const above = at < 0 ? place.path : place.path.slice(0, at)
  return above.split('/').filter((name) => name !== '' && name !== nameOf(place.path))
}

function mergeData(data: YamlMap, other: YamlMap): void {
  const categories = data.get('categories')
  for (const [key, value] of deepMerge(data, other)) data.set(key, value)
  if (categories !== undefined) data.set('categories', categories)
}

interface Statements {
  readonly place: DocumentPlace
  readonly data: YamlMap
  /** A path whose last segment may say a date. */
  readonly name: string | null
}

/** The date that the front matter, the defaults or the name say. */
function statedDate(reading: Reading, { place, data, name }: Statements): YamlTime | null {
  const own = data.get('date')
  const named = name === null ? undefined : readDatedName(name)?.date
  const stated = own === undefined || own === null ? null : dateOf(reading, place, own)
  const isNow = stated !== null && sameSecond(stated.epochMs, reading.now)
  if (isNow) reading.moment.isRead = true
  if (named !== undefined && (stated === null || isNow)) return dateOf(reading, place, named)
  return stated
}

function dateOf(reading: Reading, place: DocumentPlace, value: YamlValue): YamlTime {
  const date = parseDate(value, reading.zone.name, reading.now)
  if (date !== null && parseDate(value, reading.zone.name) === null) reading.moment.isRead = true
  // jekyll/document.rb reads the text of a time, which has whole seconds
  if (date !== null) return instant(Math.floor(date / 1000) * 1000)
  const message = `Invalid date '${displayText(value)}': the document has no valid date in its front matter or name.`
  throw new BuildError(message, { path: place.sourcePath, key: 'date' })
}

/** Milliseconds: when a draft was changed, the time of the build for all else. */
async function fallbackDate(
  reading: Reading,
  place: DocumentPlace,
  draft: YamlValue,
): Promise<number> {
  reading.moment.isRead = true
  // jekyll/document.rb: draft?; its front matter may say so, too
  const isDraft = draft === null || draft === false ? place.path.includes('_drafts/') : true
  if (!isDraft) return reading.now
  return (await reading.source.modifiedAt?.(place.sourcePath)) ?? reading.now
}

function instant(epochMs: number): YamlTime {
  return new YamlTime('', epochMs, null)
}

function sameSecond(a: number, b: number): boolean {
  return Math.floor(a / 1000) === Math.floor(b / 1000)
}

function populate(data: YamlMap, path: string): void {
  const dated = readDatedName(path)
  const dateless = DATELESS.exec(path)
  const found = dated?.slug ?? dateless?.[1] ?? nameOf(path).replace(extensionOf(path), '')
  const slug = found.replace(/(?<!\.)\.+$/, '')
  setUnlessThere(data, 'title', titleizeSlug(slug))
  setUnlessThere(data, 'slug', slug)
  setUnlessThere(data, 'ext', dated?.extension ?? dateless?.[2] ?? null)
}

function setUnlessThere(data: YamlMap, key: string, value: YamlValue): void {
  const own = data.get(key)
  if (own === undefined || own === null || own === false) data.set(key, value)
}
