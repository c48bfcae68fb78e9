/**
 * Reads from `_config.yml` what classification, URLs, defaults and the API need. `raw` has everything.
 *
 * @see jekyll/configuration.rb; src/http/README.md (Sites; Content)
 */

import { readDefaults, type DefaultRule } from './defaults.js'
import { MAX_CONFIG_BYTES, MAX_FRONT_MATTER_LINES } from '../model/limits.js'
import { exceededLimit } from './config-limits.js'
import { askedJekyll, JEKYLL_KEY, type AskedJekyll } from './jekyll-setting.js'
import { isLongYaml } from './text-length.js'
import { readLanguages, type LanguageSettings } from './languages.js'
import {
  parseYaml,
  type ParsedYaml,
  type YamlError,
  type YamlLimits,
  type YamlSource,
} from './yaml/parse.js'
import { isYamlMap } from './yaml/value.js'
import type { YamlKey, YamlMap, YamlValue } from './yaml/value.js'

export interface CollectionConfig {
  readonly label: string
  readonly title: string | null
  /** True if its documents are written to the built site. */
  readonly output: boolean
  /** Template for the URLs of its documents; null for Jekyll's default. */
  readonly permalink: string | null
  /** Every other key of its entry. */
  readonly metadata: YamlMap
  /** The whole entry. */
  readonly raw: YamlMap
}

export interface SiteConfig {
  readonly raw: YamlMap
  /** Empty if there is none. */
  readonly title: string
  /** IANA name or offset as written; `UTC` if there is none. */
  readonly timezone: string
  readonly defaults: readonly DefaultRule[]
  /** In the order of the file. `posts` is always there: first, if the file does not name it. */
  readonly collections: readonly CollectionConfig[]
  /** Folder that contains the folders of collections, without outer slashes; empty for the site's root. */
  readonly collectionsDir: string
  /** Style or template as written; `date` if there is none. */
  readonly permalink: string
  /** Extensions of Markdown files in lower case, with the dot. */
  readonly markdownExtensions: readonly string[]
  readonly languages: LanguageSettings
  /** What `jekyll_version` asks for; null for nothing that is known. */
  readonly jekyllVersion: AskedJekyll | null
  /** Every key but title, timezone, jekyll_version, defaults, collections. */
  readonly metadata: YamlMap
  /** Set if the file is not a YAML mapping or exceeds a limit; everything else is then as for an empty file. */
  readonly error: YamlError | null
}

export const CONFIG_PATH = '_config.yml'

/** Keys of `_config.yml` that have a field of their own in the API. */
export const SITE_FIELDS: readonly string[] = [
  'title',
  'timezone',
  JEKYLL_KEY,
  'defaults',
  'collections',
]

const COLLECTION_FIELDS: readonly string[] = ['title', 'output', 'permalink']

const CONFIG_LIMITS: YamlLimits = {
  maxBytes: MAX_CONFIG_BYTES,
  maxLines: MAX_FRONT_MATTER_LINES,
  maxCharacters: MAX_CONFIG_BYTES,
}

/** Reads `_config.yml`. Null and an empty text stand for a site without configuration. Never throws. */
export function readSiteConfig(
  text: string | null,
  limits: YamlLimits = CONFIG_LIMITS,
): SiteConfig {
  return siteConfigOf(parseYaml(withoutMark(text ?? ''), limits))
}

/** As {@link readSiteConfig}, for YAML from `longSiteConfig` that was parsed elsewhere. */
export function siteConfigOf({ value, error }: ParsedYaml): SiteConfig {
  const problem = error ?? problemOf(value)
  const raw: YamlMap = problem === null && isYamlMap(value) ? value : new Map()
  const permalink = textOf(raw.get('permalink')) ?? 'date'
  return {
    raw,
    title: textOf(raw.get('title')) ?? '',
    timezone: textOf(raw.get('timezone')) ?? 'UTC',
    jekyllVersion: knownJekyll(raw),
    defaults: readDefaults(raw.get('defaults')),
    collections: readCollections(raw.get('collections'), permalink),
    collectionsDir: (textOf(raw.get('collections_dir')) ?? '').replace(
      /^[./]+$|^\/+|(?<!\/)\/+$/g,
      '',
    ),
    permalink,
    markdownExtensions: extensions(textOf(raw.get('markdown_ext'))),
    languages: readLanguages((key) => raw.get(key)),
    metadata: without(raw, SITE_FIELDS),
    error: problem,
  }
}

function knownJekyll(raw: YamlMap): AskedJekyll | null {
  const asked = askedJekyll(raw.get(JEKYLL_KEY))
  return asked === 'unknown' ? null : asked
}

function problemOf(value: YamlValue): YamlError | null {
  if (value === null) return null
  const reason = isYamlMap(value)
    ? exceededLimit(value)
    : `${CONFIG_PATH} must be a mapping of keys`
  return reason === null ? null : { line: 1, column: 1, reason }
}

/** The YAML of a `_config.yml` that is long enough for parsing in a thread; null for a short one. */
export function longSiteConfig(text: string): YamlSource | null {
  const source = withoutMark(text)
  return isLongYaml(source) ? { source, limits: CONFIG_LIMITS } : null
}

/** A text without its byte order mark. */
export function withoutMark(text: string): string {
  return text.replace(/^\ufeff/, '')
}

function textOf(value: YamlValue | undefined): string | null {
  if (typeof value === 'string') return value
  return typeof value === 'number' || typeof value === 'bigint' ? String(value) : null
}

function without(map: YamlMap, keys: readonly string[]): YamlMap {
  return new Map([...map].filter(([key]) => !keys.includes(String(key))))
}

function extensions(text: string | null): string[] {
  const list = text ?? 'markdown,mkdown,mkdn,mkd,md'
  return list.split(',').map((one) => `.${one.trim().toLowerCase()}`)
}

/** The entries of `collections` by label. A list of labels gives empty entries. */
export function collectionEntries(value: YamlValue | undefined): Map<string, YamlMap> {
  const pairs: [YamlValue | YamlKey, YamlValue][] = Array.isArray(value)
    ? value.map((label) => [label, null])
    : value !== undefined && isYamlMap(value)
      ? [...value]
      : []
  const entries = new Map<string, YamlMap>()
  for (const [label, entry] of pairs) {
    if (typeof label === 'string' || typeof label === 'number')
      entries.set(String(label), isYamlMap(entry) ? entry : new Map())
  }
  return entries
}

/** What Jekyll makes of a label: ASCII letters and digits, `.`, `_` and `-` (jekyll/collection.rb). May be empty. */
export function labelInJekyll(label: string): string {
  return label.replace(/[^a-z0-9_.-]/gi, '')
}

/** As in Jekyll, the entry of a reduced label has no say: `café` is `caf`, with what is set for `caf`. */
function readCollections(value: YamlValue | undefined, style: string): CollectionConfig[] {
  const entries = collectionEntries(value)
  const named = entries.has('posts') ? [...entries.keys()] : ['posts', ...entries.keys()]
  const labels = new Set(named.map(labelInJekyll))
  labels.delete('')
  return [...labels].map((label) => readCollection(label, entries.get(label) ?? new Map(), style))
}

function readCollection(label: string, raw: YamlMap, style: string): CollectionConfig {
  const isPosts = label === 'posts'
  return {
    label,
    title: textOf(raw.get('title')),
    output: isPosts || isTrue(raw.get('output')),
    permalink: textOf(raw.get('permalink')) ?? (isPosts ? templateOfStyle(style) : null),
    metadata: without(raw, COLLECTION_FIELDS),
    raw,
  }
}

/** Whether Ruby takes a value for true: everything except nil and false. */
export function isTrue(value: YamlValue | undefined): boolean {
  return value !== undefined && value !== null && value !== false
}

const STYLES: Readonly<Record<string, string>> = {
  none: '/:categories/:title:output_ext',
  date: '/:categories/:year/:month/:day/:title:output_ext',
  ordinal: '/:categories/:year/:y_day/:title:output_ext',
  pretty: '/:categories/:year/:month/:day/:title/',
  weekdate: '/:categories/:year/W:week/:short_day/:title:output_ext',
}

/** The template of a named style. A template is returned unchanged. */
export function templateOfStyle(style: string): string {
  return Object.hasOwn(STYLES, style) ? (STYLES[style] ?? style) : style
}

const byLabel = new WeakMap<SiteConfig['collections'], ReadonlyMap<string, CollectionConfig>>()

/** The collection with a label, or null. Looked up for each file of a site. */
export function findCollection(
  { collections }: Pick<SiteConfig, 'collections'>,
  label: string,
): CollectionConfig | null {
  const known = byLabel.get(collections)
  if (known !== undefined) return known.get(label) ?? null
  // Of several with one label, the first.
  const found = new Map(collections.toReversed().map((one) => [one.label, one]))
  byLabel.set(collections, found)
  return found.get(label) ?? null
}

/** Folder of a collection from the site's root: `_recipes`, `content/_recipes`. */
export function collectionFolder(config: SiteConfig, label: string): string {
  return config.collectionsDir === '' ? `_${label}` : `${config.collectionsDir}/_${label}`
}
