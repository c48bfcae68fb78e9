/**
 * Derives everything that the index stores of a file from its path, front matter, body and the configuration. A pure
 * function, so that the index is a function of the commit (CONTRIBUTING.md).
 */

import type { EntryFacts, TextFacts, Visibility } from '../model/entry.js'
import { classify, type Classification } from './classify.js'
import { languageFacts, type LanguageFacts } from './languages.js'
import { readDatedName } from './dated-names.js'
import { parseDate } from './dates.js'
import { deepMerge } from './deep-merge.js'
import { defaultsFor, keptDefaults } from './defaults.js'
import type { FrontMatter } from './front-matter/read.js'
import { baseName, collectionFileUrl, documentUrl, fileUrl, pageUrl } from './permalink.js'
import { findCollection, isTrue, type SiteConfig } from './site-config.js'
import { slugForTitle, titleizeSlug } from './slug.js'
import { addressKey, redirectsOf } from './redirects.js'
import { readCategories, readTags } from './taxonomy.js'
import { addressOf } from './url.js'
import { displayText, isYamlMap, mapToJson, YamlFloat } from './yaml/value.js'
import type { YamlMap, YamlValue } from './yaml/value.js'
import { formatIso } from './zone.js'

/** What follows from path and text; the index adds oid and size. */
type ContentFacts = Omit<EntryFacts, 'oid' | 'size'>

/** Front-matter keys that have a field of their own in the API; all others are metadata. */
export const DOCUMENT_FIELDS: readonly string[] = [
  'title',
  'date',
  'permalink',
  'tags',
  'categories',
  'published',
]

/**
 * The facts of one file. Never throws: invalid front matter is reported in `text.frontMatterError`.
 *
 * @param front null for a file that is not UTF-8 text or is too large for front matter
 */
export function describeEntry(
  path: string,
  front: FrontMatter | null,
  config: SiteConfig,
): ContentFacts {
  const place = classify(path, { hasFrontMatter: front?.has === true }, config)
  if (front === null || place.kind === 'file' || place.kind === 'config')
    return describeFile(path, place, config)
  return describeText(path, { front, place }, config)
}

function describeFile(path: string, place: Classification, config: SiteConfig): ContentFacts {
  return {
    path,
    kind: place.kind,
    collection: place.collection,
    relativePath: place.relativePath,
    title: null,
    date: null,
    dateEpoch: null,
    visibility: 'visible',
    liveFrom: null,
    liveUntil: null,
    position: null,
    url:
      place.kind === 'config' || place.isSpecial
        ? null
        : addressOrNull(urlOfFile(path, place, config)),
    text: null,
  }
}

function addressOrNull(url: string | null): string | null {
  return url === null ? null : addressOf(url)
}

function urlOfFile(path: string, place: Classification, config: SiteConfig): string | null {
  const { collection, relativePath } = place
  if (collection === null) return fileUrl(path)
  const isWritten = collection !== 'posts' && findCollection(config, collection)?.output === true
  return isWritten ? collectionFileUrl(collection, relativePath, config) : null
}

interface ReadText {
  readonly front: FrontMatter
  readonly place: Classification
}

function describeText(path: string, { front, place }: ReadText, config: SiteConfig): ContentFacts {
  const defaults = documentDefaults(place, config)
  const data = deepMerge(defaults, front.data)
  const dateEpoch = documentDate(data, place, config)
  const sources = { folderCategories: place.folderCategories, defaults, frontMatter: front.data }
  const categories = place.kind === 'document' ? readCategories(sources) : []
  return {
    path,
    kind: place.kind,
    collection: place.collection,
    relativePath: place.relativePath,
    title: titleOf(data) ?? titleFromPath(place.relativePath),
    date: dateEpoch === null ? null : formatIso(dateEpoch, config.timezone),
    dateEpoch,
    ...livenessOf({ data, place, dateEpoch }, config),
    position: positionOf(data.get('position')),
    url: addressOrNull(urlOf({ path, place, data, categories, dateEpoch }, config)),
    text: textFacts(front, {
      defaults,
      tags: readTags(sources),
      categories,
      ...languageFacts(
        { path, data, permalink: textOrNull(data.get('permalink')) },
        config.languages,
      ),
    }),
  }
}

interface OtherFacts extends LanguageFacts {
  readonly defaults: YamlMap
  readonly tags: readonly string[]
  readonly categories: readonly string[]
}

function textFacts(front: FrontMatter, { defaults, ...others }: OtherFacts): TextFacts {
  const redirects = redirectsOf(front.data.get('redirect_from')).map(addressKey)
  return {
    body: front.body,
    ...others,
    defaults: mapToJson(defaults),
    metadata: mapToJson(metadataOf(front.data)),
    permalink: textOrNull(front.data.get('permalink')),
    redirects: [...new Set(redirects)],
    frontMatterError: front.error,
  }
}

/** Whether builds have it, and between which moments. Jekyll compares seconds, too: `Publisher#hidden_in_the_future?`. */
function livenessOf(
  { data, place, dateEpoch }: Pick<Located, 'data' | 'place' | 'dateEpoch'>,
  config: SiteConfig,
): Pick<EntryFacts, 'visibility' | 'liveFrom' | 'liveUntil'> {
  const visibility = visibilityOf(data, place.isDraft)
  if (visibility !== 'visible') return { visibility, liveFrom: null, liveUntil: null }
  const isDated = place.kind === 'document' && !ignoresDates(config)
  const until = parseDate(data.get('expires_at'), config.timezone)
  return {
    visibility,
    liveFrom: isDated ? toSecond(dateEpoch) : null,
    liveUntil: toSecond(until),
  }
}

/** With `future`, what is to come is built, too; with a fixed `time`, nothing ever comes. */
function ignoresDates({ raw }: SiteConfig): boolean {
  return isTrue(raw.get('future')) || isTrue(raw.get('time'))
}

function toSecond(epochMs: number | null): number | null {
  return epochMs === null ? null : Math.floor(epochMs / 1000) * 1000
}

/** `draft` by its folder, `hidden` if `published` is false or has no value. */
function visibilityOf(data: YamlMap, isDraft: boolean): Visibility {
  if (isDraft) return 'draft'
  const published = data.get('published')
  return published === false || published === null ? 'hidden' : 'visible'
}

/** The keys of a front matter that are the API's `metadata`. */
export function metadataOf(frontMatter: YamlMap): YamlMap {
  return new Map([...frontMatter].filter(([key]) => !DOCUMENT_FIELDS.includes(String(key))))
}

/** Defaults of the configuration for a file. */
function documentDefaults(place: Classification, config: SiteConfig): YamlMap {
  const type = place.kind === 'page' ? 'pages' : place.collection
  const target = { path: place.sourcePath, type, collectionsDir: config.collectionsDir }
  return keptDefaults(defaultsFor(config.defaults, target), DOCUMENT_FIELDS)
}

/** The date in the front matter, else the one in the name of a document. */
function documentDate(data: YamlMap, place: Classification, config: SiteConfig): number | null {
  const own = data.get('date')
  if (own !== undefined && own !== null && own !== false) return parseDate(own, config.timezone)
  const named = place.kind === 'document' ? readDatedName(place.sourcePath) : null
  return named === null ? null : parseDate(named.date, config.timezone)
}

function titleOf(data: YamlMap): string | null {
  const title = data.get('title')
  if (title === undefined || title === null || title === false) return null
  return Array.isArray(title) || isYamlMap(title) ? null : displayText(title)
}

/** `2024-01-02-my-post.md` is `My Post`. */
function titleFromPath(path: string): string {
  const slug = readDatedName(path)?.slug ?? baseName(path)
  return titleizeSlug(slug.replace(/(?<!\.)\.+$/, ''))
}

function positionOf(value: YamlValue | undefined): number | null {
  if (value instanceof YamlFloat) return value.value
  return typeof value === 'number' && Number.isFinite(value) ? value : null
}

function textOrNull(value: YamlValue | undefined): string | null {
  return typeof value === 'string' && value !== '' ? value : null
}

interface Located {
  readonly path: string
  readonly place: Classification
  readonly data: YamlMap
  readonly categories: readonly string[]
  readonly dateEpoch: number | null
}

function urlOf(located: Located, config: SiteConfig): string | null {
  const { path, place, data, categories, dateEpoch } = located
  const permalink = textOrNull(data.get('permalink'))
  if (place.kind === 'page') return pageUrl({ path, permalink }, config)
  const { collection, sourcePath } = place
  // Jekyll skips a post without a date in its name; a draft gets its date later.
  const isUndatedPost = collection === 'posts' && !place.isDraft && !readDatedName(sourcePath)
  if (collection === null || isUndatedPost) return null
  const slug = textOrNull(data.get('slug'))
  const facts = { collection, sourcePath, permalink, slug, categories, epochMs: dateEpoch }
  return documentUrl(facts, config)
}

/** Decides the name of a new document. */
interface NewDocument {
  readonly title: string
  readonly collection: string
  /** Milliseconds since the Unix epoch; used for posts only. */
  readonly epochMs: number
}

/** File name for a new document: `<slug>.md`, for posts `YYYY-MM-DD-<slug>.md` with the day in the site's zone. */
export function fileNameFor(input: NewDocument, config: Pick<SiteConfig, 'timezone'>): string {
  const name = `${slugForTitle(input.title)}.md`
  return input.collection === 'posts' ? datedName(name, input.epochMs, config.timezone) : name
}

/** Puts the day of `epochMs` in a zone before a file name, for a draft that becomes a post. */
export function datedName(name: string, epochMs: number, zone: string): string {
  return `${formatIso(epochMs, zone).slice(0, 10)}-${name}`
}

/** `soup.md` becomes `soup-2.md` for 2: the next name to try if one is taken. */
export function numberedName(path: string, number: number): string {
  const [, stem = path, extension = ''] = /^(.*?[^/.])(\.[^./]*)?$/s.exec(path) ?? []
  return `${stem}-${number}${extension}`
}
