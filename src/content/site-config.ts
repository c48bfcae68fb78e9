/**
 * What `_config.yml` says, as far as classification, URLs, defaults and the API need it; the rest is
 * in `raw`.
 *
 * @see jekyll/configuration.rb; src/http/README.md (Sites; Content)
 */

import { readDefaults, type DefaultRule } from './defaults.js'
import { MAX_CONFIG_BYTES, MAX_FRONT_MATTER_LINES } from '../model/limits.js'
import { isLongYaml } from './text-length.js'
import {
  parseYaml,
  type ParsedYaml,
  type YamlError,
  type YamlLimits,
  type YamlSource,
} from './yaml/parse.js'
import { isYamlMap } from './yaml/value.js'
import type { YamlMap, YamlValue } from './yaml/value.js'

export interface CollectionConfig {
  readonly label: string
  readonly title: string | null
  /** Its documents are written to the built site. */
  readonly output: boolean
  /** Template of its documents' URLs, null for the generator's own. */
  readonly permalink: string | null
  /** Every other key of its entry. */
  readonly metadata: YamlMap
  /** The whole entry. */
  readonly raw: YamlMap
}

export interface SiteConfig {
  readonly raw: YamlMap
  /** Empty where there is none. */
  readonly title: string
  /** IANA name or offset; `UTC` where there is none. */
  readonly timezone: string
  readonly defaults: readonly DefaultRule[]
  /** In the order of the file; `posts` always, first where the file does not name it. */
  readonly collections: readonly CollectionConfig[]
  /** Folder of the collections' folders, without slashes at its ends; empty for the site's root. */
  readonly collectionsDir: string
  /** Style or template, as given; `date` where there is none. */
  readonly permalink: string
  /** Extensions of Markdown files in lower case, with the dot. */
  readonly markdownExtensions: readonly string[]
  /** Every key but title, timezone, defaults, collections. */
  readonly metadata: YamlMap
  /** The file is not a YAML mapping; all else is then as for an empty file. */
  readonly error: YamlError | null
}

export const CONFIG_PATH = '_config.yml'

/** Keys of `_config.yml` that have a field of their own in the API. */
export const SITE_FIELDS: readonly string[] = ['title', 'timezone', 'defaults', 'collections']

const COLLECTION_FIELDS: readonly string[] = ['title', 'output', 'permalink']

const CONFIG_LIMITS: YamlLimits = { maxBytes: MAX_CONFIG_BYTES, maxLines: MAX_FRONT_MATTER_LINES }

/** Reads `_config.yml`; null or an empty text is a site that configures nothing. */
export function readSiteConfig(
  text: string | null,
  limits: YamlLimits = CONFIG_LIMITS,
): SiteConfig {
  return siteConfigOf(parseYaml(withoutMark(text ?? ''), limits))
}

/** As {@link readSiteConfig}, where the YAML that `longSiteConfig` gave was parsed elsewhere. */
export function siteConfigOf({ value, error }: ParsedYaml): SiteConfig {
  const isMapping = value === null || isYamlMap(value)
  const raw: YamlMap = value !== null && isYamlMap(value) ? value : new Map()
  const permalink = textOf(raw.get('permalink')) ?? 'date'
  return {
    raw,
    title: textOf(raw.get('title')) ?? '',
    timezone: textOf(raw.get('timezone')) ?? 'UTC',
    defaults: readDefaults(raw.get('defaults')),
    collections: readCollections(raw.get('collections'), permalink),
    collectionsDir: (textOf(raw.get('collections_dir')) ?? '').replace(
      /^[./]+$|^\/+|(?<!\/)\/+$/g,
      '',
    ),
    permalink,
    markdownExtensions: extensions(textOf(raw.get('markdown_ext'))),
    metadata: without(raw, SITE_FIELDS),
    error: error ?? (isMapping ? null : notAMapping()),
  }
}

/** A `_config.yml` that a thread should parse. */
export function longSiteConfig(text: string): YamlSource | null {
  const source = withoutMark(text)
  return isLongYaml(source) ? { source, limits: CONFIG_LIMITS } : null
}

/** A text without its byte order mark. */
export function withoutMark(text: string): string {
  return text.replace(/^\ufeff/, '')
}

function notAMapping(): YamlError {
  return { line: 1, column: 1, reason: `${CONFIG_PATH} must be a mapping of keys` }
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

/** The entries of `collections`, which may be a list of labels, too. */
export function collectionEntries(value: YamlValue | undefined): Map<string, YamlMap> {
  const pairs: [YamlValue, YamlValue][] = Array.isArray(value)
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

function readCollections(value: YamlValue | undefined, style: string): CollectionConfig[] {
  const entries = collectionEntries(value)
  const withPosts = entries.has('posts') ? entries : new Map([['posts', new Map()], ...entries])
  return [...withPosts].map(([label, entry]) => readCollection(label, entry, style))
}

function readCollection(label: string, raw: YamlMap, style: string): CollectionConfig {
  const isPosts = label === 'posts'
  return {
    label: label.replace(/[^a-z0-9_.-]/gi, ''),
    title: textOf(raw.get('title')),
    output: isPosts || isTrue(raw.get('output')),
    permalink: textOf(raw.get('permalink')) ?? (isPosts ? templateOfStyle(style) : null),
    metadata: without(raw, COLLECTION_FIELDS),
    raw,
  }
}

/** Ruby takes everything but nil and false for true. */
function isTrue(value: YamlValue | undefined): boolean {
  return value !== undefined && value !== null && value !== false
}

const STYLES: Readonly<Record<string, string>> = {
  none: '/:categories/:title:output_ext',
  date: '/:categories/:year/:month/:day/:title:output_ext',
  ordinal: '/:categories/:year/:y_day/:title:output_ext',
  pretty: '/:categories/:year/:month/:day/:title/',
  weekdate: '/:categories/:year/W:week/:short_day/:title:output_ext',
}

/** The template that a named style stands for; a template stays itself. */
export function templateOfStyle(style: string): string {
  return Object.hasOwn(STYLES, style) ? (STYLES[style] ?? style) : style
}

/** The collection of a label, or null. */
export function findCollection(config: SiteConfig, label: string): CollectionConfig | null {
  return config.collections.find((one) => one.label === label) ?? null
}

/** Folder of a collection from the site's root: `_recipes`, `content/_recipes`. */
export function collectionFolder(config: SiteConfig, label: string): string {
  return config.collectionsDir === '' ? `_${label}` : `${config.collectionsDir}/_${label}`
}
