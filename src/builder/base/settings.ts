/** The configuration as the builder uses it: every key that affects output, typed once. */

import { readDefaults, type DefaultRule } from '../../content/defaults.js'
import { readLanguages } from '../../content/languages.js'
import { labelInJekyll, type CollectionConfig, type SiteConfig } from '../../content/site-config.js'
import { isYamlMap, keyToText, type YamlMap, type YamlValue } from '../../content/yaml/value.js'
import type { JekyllVersion } from './jekyll-version.js'
import { BuildError } from './build-error.js'

/** Settings of one build. Folders are from the source's root, without slashes around them. */
export interface Settings {
  /** All of it, defaults included: what templates read as `site.*`. */
  readonly config: YamlMap
  readonly include: readonly string[]
  readonly exclude: readonly string[]
  readonly keepFiles: readonly string[]
  readonly collectionsDir: string
  readonly layoutsDir: string
  readonly includesDir: string
  readonly dataDir: string
  /** The part of the configuration that `content/` knows. */
  readonly content: SiteConfig
  readonly excerptSeparator: string
  readonly pageExcerpts: boolean
  readonly plugins: readonly string[]
  readonly drafts: boolean
  readonly future: boolean
  readonly unpublished: boolean
  readonly limitPosts: number
  readonly strictFrontMatter: boolean
  readonly environment: string
  readonly jekyll: JekyllVersion
  readonly liquid: LiquidSettings
  /** Sections whose own readers know their keys. */
  readonly sections: {
    readonly sass: YamlMap
    readonly kramdown: YamlMap
    readonly collections: YamlMap
  }
}

interface LiquidSettings {
  readonly errorMode: 'strict' | 'warn' | 'lax'
  readonly strictFilters: boolean
  readonly strictVariables: boolean
}

/** What is decided before the settings are read. */
interface Decided {
  readonly environment: string
  readonly timezone: string
  readonly jekyll: JekyllVersion
}

/** Reads the settings out of a complete configuration. @throws BuildError for a list that is none */
export function readSettings(
  config: YamlMap,
  { environment, timezone, jekyll }: Decided,
): Settings {
  const flag = (key: string) => isTruthy(config.get(key))
  return {
    config,
    include: list(config, 'include'),
    exclude: list(config, 'exclude'),
    keepFiles: texts(config.get('keep_files')),
    ...folders(config),
    content: contentConfig(config, { timezone, jekyll }),
    excerptSeparator: text(config.get('excerpt_separator')) ?? '',
    pageExcerpts: jekyll !== '3.10' && flag('page_excerpts'),
    plugins: [...new Set([...texts(config.get('plugins')), ...texts(config.get('gems'))])],
    drafts: flag('show_drafts'),
    future: flag('future'),
    unpublished: flag('unpublished'),
    limitPosts: limitPosts(config),
    strictFrontMatter: flag('strict_front_matter'),
    environment,
    jekyll,
    liquid: liquidSettings(section(config, 'liquid')),
    sections: {
      sass: section(config, 'sass'),
      kramdown: section(config, 'kramdown'),
      collections: section(config, 'collections'),
    },
  }
}

function folders(
  config: YamlMap,
): Pick<Settings, 'collectionsDir' | 'layoutsDir' | 'includesDir' | 'dataDir'> {
  const folder = (key: string) => cleanFolder(text(config.get(key)) ?? '')
  return {
    collectionsDir: folder('collections_dir'),
    layoutsDir: folder('layouts_dir'),
    includesDir: folder('includes_dir'),
    dataDir: folder('data_dir'),
  }
}

/** A folder below the root: `..` and doubled slashes are gone. */
export function cleanFolder(path: string): string {
  const segments: string[] = []
  for (const segment of path.split('/')) {
    if (segment === '..') segments.pop()
    else if (segment !== '' && segment !== '.') segments.push(segment)
  }
  return segments.join('/')
}

function contentConfig(
  config: YamlMap,
  { timezone, jekyll }: Omit<Decided, 'environment'>,
): SiteConfig {
  const rules = readDefaults(config.get('defaults'))
  return {
    raw: config,
    title: text(config.get('title')) ?? '',
    timezone,
    jekyllVersion: null,
    defaults: jekyll === '3.10' ? asInJekyll3(rules) : rules,
    collections: contentCollections(section(config, 'collections')),
    collectionsDir: cleanFolder(text(config.get('collections_dir')) ?? ''),
    permalink: text(config.get('permalink')) ?? 'date',
    markdownExtensions: (text(config.get('markdown_ext')) ?? '')
      .split(',')
      .map((name) => `.${name.trim().toLowerCase()}`),
    languages: readLanguages((key) => config.get(key)),
    metadata: config,
    error: null,
  }
}

// As in `content/site-config.ts`: what is set for `café` has no say, `caf` is what counts (jekyll/collection.rb: metadata).
function contentCollections(entries: YamlMap): CollectionConfig[] {
  const byName = new Map([...entries].map(([name, entry]) => [keyToText(name), entry]))
  const labels = new Set([...byName.keys()].map(labelInJekyll))
  return [...labels].map((label) => {
    const entry = byName.get(label)
    return contentCollection(label, entry !== undefined && isYamlMap(entry) ? entry : new Map())
  })
}

/**
 * The rules as Jekyll 3.10 takes them: a scope without a pattern is compared with folders letter by letter, so one with a
 * slash too many finds nothing; a pattern is one of the file system, below the site's root.
 *
 * @see jekyll/frontmatter_defaults.rb of 3.10.0: applies_path?, path_is_subpath?
 */
function asInJekyll3(rules: readonly DefaultRule[]): DefaultRule[] {
  return rules.flatMap((rule) => {
    const { path } = rule
    if (path.includes('*')) return [{ ...rule, path: path.replace(/^\/+/, '') }]
    const isPlain = path.split('/').every((segment) => !['', '.', '..'].includes(segment))
    return path === '' || isPlain ? [rule] : []
  })
}

function contentCollection(label: string, raw: YamlMap): CollectionConfig {
  return {
    label,
    title: text(raw.get('title')),
    output: isTruthy(raw.get('output')),
    permalink: text(raw.get('permalink')),
    metadata: raw,
    raw,
  }
}

function limitPosts(config: YamlMap): number {
  const limit = Number(config.get('limit_posts') ?? 0)
  if (limit >= 0) return limit
  throw new BuildError('limit_posts must be a non-negative number', {
    path: '_config.yml',
    key: 'limit_posts',
  })
}

function liquidSettings(liquid: YamlMap): LiquidSettings {
  const mode = text(liquid.get('error_mode'))
  return {
    errorMode: mode === 'strict' || mode === 'lax' ? mode : 'warn',
    strictFilters: isTruthy(liquid.get('strict_filters')),
    strictVariables: isTruthy(liquid.get('strict_variables')),
  }
}

/** The map under a key, empty where there is none. */
export function section(config: YamlMap, key: string): YamlMap {
  const value = config.get(key)
  return isYamlMap(value) ? value : new Map()
}

/** Text of a scalar, null for nothing and for collections. */
export function text(value: YamlValue | undefined): string | null {
  if (value === undefined || value === null || typeof value === 'object') return null
  return String(value)
}

/** The scalars of a list as text; one scalar counts as a list of one. */
export function texts(value: YamlValue | undefined): string[] {
  const items = Array.isArray(value) ? value : [value ?? null]
  return items.flatMap((item) => text(item) ?? [])
}

/** Ruby's idea: everything but nil and false. */
export function isTruthy(value: YamlValue | undefined): boolean {
  return value !== undefined && value !== null && value !== false
}

function list(config: YamlMap, key: string): string[] {
  const value = config.get(key)
  if (value === undefined || value === null) return []
  if (Array.isArray(value)) return texts(value)
  throw new BuildError(`'${key}' should be set as an array.`, { path: '_config.yml', key })
}
