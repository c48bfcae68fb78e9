/**
 * The URL of a document, page or static file. Both the API and the builder use these functions.
 *
 * @see jekyll/drops/url_drop.rb, jekyll/page.rb, jekyll/static_file.rb, jekyll/utils.rb: add_permalink_suffix
 */

import { readDatedName } from './dated-names.js'
import { findCollection, type SiteConfig } from './site-config.js'
import { slugify } from './slug.js'
import { fillTemplate, type Placeholders } from './url.js'
import { wallTimeAt, type WallTime } from './zone.js'

/** What the URL of a document depends on. */
export interface DocumentUrlFacts {
  readonly collection: string
  /** Path from `collections_dir` or the root: `_recipes/soup.md`, `es/_posts/2024-01-02-x.md`. */
  readonly sourcePath: string
  /** `permalink` of its front matter or defaults. */
  readonly permalink: string | null
  /** `slug` of its front matter or defaults; null for the one in the file name. */
  readonly slug: string | null
  readonly categories: readonly string[]
  /** Milliseconds since the Unix epoch; null leaves the placeholders of dates empty. */
  readonly epochMs: number | null
}

interface PageUrlFacts {
  readonly path: string
  readonly permalink: string | null
}

/** URL of a document: percent-encoded, with `/` at its start, without `baseurl`. */
export function documentUrl(facts: DocumentUrlFacts, config: SiteConfig): string {
  const template = facts.permalink ?? documentTemplate(facts.collection, config)
  return fillTemplate(template, documentPlaceholders(facts, config))
}

function documentTemplate(label: string, config: SiteConfig): string {
  const own = findCollection(config, label)?.permalink
  return own ?? withStyleSuffix('/:collection/:path', config.permalink)
}

type DocumentPart = (facts: DocumentUrlFacts, config: SiteConfig) => string

const DOCUMENT_PARTS: ReadonlyMap<string, DocumentPart> = new Map<string, DocumentPart>([
  ['collection', ({ collection }) => collection],
  ['path', ({ sourcePath, collection }) => pathPart(sourcePath, collection)],
  ['output_ext', (facts, config) => outputExtension(facts.sourcePath, facts.permalink, config)],
  ['name', ({ sourcePath }) => slugify(baseName(sourcePath))],
  ['title', (facts) => slugify(slugOf(facts), { mode: 'pretty', cased: true })],
  ['slug', (facts) => slugify(slugOf(facts))],
  ['categories', ({ categories }) => unique(categories.map((one) => one.toLowerCase()))],
  ['slugified_categories', ({ categories }) => unique(categories.map((one) => slugify(one)))],
])

function pathPart(sourcePath: string, collection: string): string {
  return withoutExtension(sourcePath)
    .replace(`_${collection}`, '')
    .replace(/(?<!\.)\.+$/, '')
}

function slugOf({ slug, sourcePath }: DocumentUrlFacts): string {
  return slug ?? readDatedName(sourcePath)?.slug ?? baseName(sourcePath).replace(/(?<!\.)\.+$/, '')
}

function documentPlaceholders(facts: DocumentUrlFacts, config: SiteConfig): Placeholders {
  let wall: WallTime | null = null
  return (name) => {
    const part = DOCUMENT_PARTS.get(name)
    if (part !== undefined) return part(facts, config)
    const datePart = DATE_PARTS.get(name)
    if (datePart === undefined) return undefined
    if (facts.epochMs === null) return null
    return datePart((wall ??= wallTimeAt(facts.epochMs, config.timezone)))
  }
}

function unique(parts: readonly string[]): string {
  return [...new Set(parts)].join('/')
}

const MONTHS =
  'January February March April May June July August September October November December'.split(' ')
const DAYS = 'Sunday Monday Tuesday Wednesday Thursday Friday Saturday'.split(' ')

type DatePart = (wall: WallTime) => string

const pad = (value: number, width = 2): string => String(value).padStart(width, '0')

const DATE_PARTS: ReadonlyMap<string, DatePart> = new Map<string, DatePart>([
  ['year', (wall) => pad(wall.year, 4)],
  ['month', (wall) => pad(wall.month)],
  ['day', (wall) => pad(wall.day)],
  ['hour', (wall) => pad(wall.hour)],
  ['minute', (wall) => pad(wall.minute)],
  ['second', (wall) => pad(wall.second)],
  ['i_day', (wall) => String(wall.day)],
  ['i_month', (wall) => String(wall.month)],
  ['short_month', (wall) => (MONTHS[wall.month - 1] ?? '').slice(0, 3)],
  ['long_month', (wall) => MONTHS[wall.month - 1] ?? ''],
  ['short_year', (wall) => pad(((wall.year % 100) + 100) % 100)],
  ['w_year', (wall) => String(isoWeek(wall).year)],
  ['week', (wall) => pad(isoWeek(wall).week)],
  ['w_day', (wall) => String(weekday(wall) || 7)],
  ['short_day', (wall) => (DAYS[weekday(wall)] ?? '').slice(0, 3)],
  ['long_day', (wall) => DAYS[weekday(wall)] ?? ''],
  ['y_day', (wall) => pad(dayOfYear(wall), 3)],
])

/** Every placeholder that the template of a document may have. */
export const DOCUMENT_PLACEHOLDERS: ReadonlySet<string> = new Set([
  ...DOCUMENT_PARTS.keys(),
  ...DATE_PARTS.keys(),
])

const DAY_MS = 86_400_000

function midnight(year: number, month: number, day: number): number {
  return new Date(0).setUTCFullYear(year, month - 1, day)
}

/** 0 for Sunday. */
function weekday({ year, month, day }: WallTime): number {
  return new Date(midnight(year, month, day)).getUTCDay()
}

function dayOfYear({ year, month, day }: WallTime): number {
  return (midnight(year, month, day) - midnight(year, 1, 1)) / DAY_MS + 1
}

/** A week belongs to the year of its Thursday (ISO 8601). */
function isoWeek(wall: WallTime): { year: number; week: number } {
  const sinceMonday = (weekday(wall) + 6) % 7
  const thursday = midnight(wall.year, wall.month, wall.day) + (3 - sinceMonday) * DAY_MS
  const year = new Date(thursday).getUTCFullYear()
  return { year, week: Math.floor((thursday - midnight(year, 1, 1)) / DAY_MS / 7) + 1 }
}

/** URL of a page: from its own permalink, else from its folder and name in the site's style. */
export function pageUrl({ path, permalink }: PageUrlFacts, config: SiteConfig): string {
  const base = withoutExtension(path.split('/').at(-1) ?? '').replace(/(?<!\.)\.+$/, '')
  const extension = outputExtension(path, permalink, config)
  const folder = path.split('/').slice(0, -1).join('/')
  const parts = new Map([
    ['path', folder],
    ['basename', base],
    ['output_ext', extension],
  ])
  return fillTemplate(permalink ?? pageTemplate(base, extension, config), (name) => parts.get(name))
}

function pageTemplate(base: string, extension: string, config: SiteConfig): string {
  if (!['.html', '.xhtml', '.htm'].includes(extension)) return '/:path/:basename:output_ext'
  if (base === 'index') return '/:path/'
  return withStyleSuffix('/:path/:basename', config.permalink)
}

/** The site's style also decides how URLs of pages and collections end: slash, extension or neither. */
function withStyleSuffix(template: string, style: string): string {
  if (style === 'pretty') return `${template}/`
  if (['date', 'ordinal', 'none'].includes(style)) return `${template}:output_ext`
  if (style.endsWith('/')) return `${template}/`
  return style.endsWith(':output_ext') ? `${template}:output_ext` : template
}

/**
 * URL of a static file outside collections, without dots at the end of its stem. It is not encoded: Jekyll takes a
 * `%20` in the name for a space.
 */
export function fileUrl(path: string): string {
  const extension = extensionOf(path)
  const stem = path.slice(0, path.length - extension.length).replace(/(?<!\.)\.+$/, '')
  return `/${stem}${extension}`
}

/** URL of a static file in a collection (path inside it), from the template of its documents; its extension is not encoded. */
export function collectionFileUrl(label: string, relativePath: string, config: SiteConfig): string {
  const extension = extensionOf(relativePath)
  const parts = new Map([
    ['collection', label],
    ['path', `/${withoutExtension(relativePath).replace(/(?<!\.)\.+$/, '')}`],
    ['output_ext', ''],
    ['name', baseName(relativePath)],
    ['title', ''],
  ])
  const url = fillTemplate(documentTemplate(label, config), (name) => parts.get(name))
  return url.replace(/\/$/, '') + extension
}

/** Extension of the built file: that of the permalink if it has one, else that of the converter's output. */
export function outputExtension(
  path: string,
  permalink: string | null,
  config: Pick<SiteConfig, 'markdownExtensions'>,
): string {
  const own = permalink === null || permalink.endsWith('/') ? '' : extensionOf(permalink)
  if (own !== '') return own
  const extension = extensionOf(path)
  const lower = extension.toLowerCase()
  if (config.markdownExtensions.includes(lower)) return '.html'
  return lower === '.scss' || lower === '.sass' ? '.css' : extension
}

/** As Ruby's `File.extname`: none for `.profile` and `name.`. */
function extensionOf(path: string): string {
  const name = path.split('/').at(-1) ?? ''
  return /^\.*[^.].*?(\.[^.]+)$/s.exec(name)?.[1] ?? ''
}

function withoutExtension(path: string): string {
  const extension = extensionOf(path)
  return extension === '' ? path : path.slice(0, -extension.length)
}

/** Name without folders and extension. */
export function baseName(path: string): string {
  return withoutExtension(path.split('/').at(-1) ?? '')
}
