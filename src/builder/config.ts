/** The configuration of a build: Jekyll's defaults, the site's files, the request's overrides. */

// jekyll/configuration.rb: DEFAULTS, add_default_collections, add_default_excludes

import { parseToml } from '../content/toml.js'
import { deepMerge } from '../content/deep-merge.js'
import {
  collectionEntries,
  labelInJekyll,
  readSiteConfig,
  siteConfigOf,
  templateOfStyle,
} from '../content/site-config.js'
import { fromJson, isYamlMap, type YamlMap, type YamlValue } from '../content/yaml/value.js'
import { readGems, type Gems } from './read/gems.js'
import { readText } from './read/text.js'
import { BUILD_YAML_LIMITS } from './read/yaml-limits.js'
import { BuildError } from './base/build-error.js'
import { chooseJekyll, type JekyllChoice } from './base/jekyll-version.js'
import type { Reporter } from './base/report.js'
import type { BuildRequest } from './base/request.js'
import { canRead, SourceError, type Source } from './base/source.js'
import { text } from './base/settings.js'
import { fixedByGithubPages } from './plugins/github-pages.js'

/** What a site has that sets nothing. */
export const DEFAULTS = {
  collections_dir: '',
  cache_dir: '.jekyll-cache',
  plugins_dir: '_plugins',
  layouts_dir: '_layouts',
  data_dir: '_data',
  includes_dir: '_includes',
  collections: {},
  safe: false,
  include: ['.htaccess'],
  exclude: [],
  keep_files: ['.git', '.svn'],
  encoding: 'utf-8',
  markdown_ext: 'markdown,mkdown,mkdn,mkd,md',
  strict_front_matter: false,
  show_drafts: null,
  limit_posts: 0,
  future: false,
  unpublished: false,
  whitelist: [],
  plugins: [],
  markdown: 'kramdown',
  highlighter: 'rouge',
  lsi: false,
  excerpt_separator: '\n\n',
  incremental: false,
  detach: false,
  port: '4000',
  host: '127.0.0.1',
  baseurl: null,
  show_dir_listing: false,
  permalink: 'date',
  paginate_path: '/page:num',
  timezone: null,
  quiet: false,
  verbose: false,
  defaults: [],
  liquid: { error_mode: 'warn', strict_filters: false, strict_variables: false },
  kramdown: {
    auto_ids: true,
    toc_levels: [1, 2, 3, 4, 5, 6],
    entity_output: 'as_char',
    smart_quotes: 'lsquo,rsquo,ldquo,rdquo',
    input: 'GFM',
    hard_wrap: false,
    guess_lang: true,
    footnote_nr: 1,
    show_warnings: false,
  },
}

const EXCLUDED = [
  '.sass-cache',
  '.jekyll-cache',
  'gemfiles',
  'Gemfile',
  'Gemfile.lock',
  'node_modules',
  'vendor/bundle/',
  'vendor/cache/',
  'vendor/gems/',
  'vendor/ruby/',
]

// What the server decides for a site that is not trusted.
const FIXED_WHEN_SAFE = ['keep_files', 'cache_dir', 'source', 'destination']

/** The complete configuration, and what it was completed by. */
export interface Loaded {
  readonly config: YamlMap
  readonly gems: Gems
  readonly jekyll: JekyllChoice
}

/**
 * The complete configuration.
 *
 * @throws BuildError for a file that is missing (when it was named) or is no YAML mapping
 */
export async function loadConfig(
  source: Source,
  request: BuildRequest,
  reporter: Reporter,
): Promise<Loaded> {
  const files: YamlMap[] = []
  const paths = new Map<string, string>()
  for (const file of await configFiles(source, request)) {
    const text = request.configTexts?.[file] ?? (await readConfigText(source, file))
    const read = readConfig(text, file, reporter)
    for (const key of LISTS) if (read.has(key)) paths.set(key, file)
    files.push(read)
  }
  const flags = overrides(request)
  const gems = await readGems(source)
  const { withoutGemfile } = request
  const said = [...files, flags].reduce((all, one) => deepMerge(all, one), new Map())
  const jekyll = chooseJekyll({ config: said, ...gems, withoutGemfile })
  let config = files.reduce((all, one) => deepMerge(all, one), defaults(request, jekyll))
  // Only what all files make of them together counts, as in Jekyll.
  for (const key of LISTS) checkList(config, key, paths.get(key) ?? '_config.yml')
  if (request.safe === true) for (const key of FIXED_WHEN_SAFE) config.delete(key)
  if (!config.has('keep_files')) config.set('keep_files', [...DEFAULTS.keep_files])
  if (jekyll.isGithubPages) config = fixedByGithubPages(config)
  return { config: completed(deepMerge(config, flags)), gems, jekyll }
}

function defaults({ environment, safe }: BuildRequest, { isGithubPages }: JekyllChoice): YamlMap {
  if (!isGithubPages) return mapOf(fromJson(DEFAULTS))
  const isDeveloped = (environment ?? 'development') === 'development'
  const style = isDeveloped ? {} : { sass: { style: 'compressed' } }
  // On a server a text with a date to come is scheduled, unless the site itself says otherwise.
  const future = safe !== true
  return mapOf(fromJson({ ...DEFAULTS, future, ...style }))
}

/** Settings over those of a theme, which has no say in what every site has, and none at all before Jekyll 4. */
export function withThemeConfig(
  config: YamlMap,
  theme: YamlMap | undefined,
  { version }: JekyllChoice,
): YamlMap {
  if (version === '3.10') return config
  if (theme === undefined || theme.size === 0 || config.get('ignore_theme_config') === true)
    return config
  const under = [...theme].filter(([key]) => !OF_ALL_SITES.has(String(key)))
  return deepMerge(new Map(under), config)
}

// jekyll/site.rb: load_theme_configuration
const OF_ALL_SITES = new Set([
  ...Object.keys(DEFAULTS),
  'source',
  'destination',
  'rdiscount',
  'redcarpet',
])

async function configFiles(source: Source, request: BuildRequest): Promise<readonly string[]> {
  if (request.configFiles !== undefined && request.configFiles.length > 0) {
    return request.configFiles
  }
  for (const name of ['_config.yml', '_config.yaml', '_config.toml']) {
    if (await canRead(source, name)) return [name]
  }
  return []
}

function readConfig(text: string, path: string, reporter: Reporter): YamlMap {
  const { raw, error } = path.toLowerCase().endsWith('.toml')
    ? siteConfigOf(parseToml(text))
    : readSiteConfig(text, BUILD_YAML_LIMITS)
  if (error !== null) {
    const message = `The configuration is not valid: ${error.reason}`
    throw new BuildError(message, { path, line: error.line, column: error.column })
  }
  if (raw.has('gems'))
    reporter.warn("The key 'gems' is now called 'plugins'", { path, key: 'gems' })
  reportLabels(raw, path, reporter)
  return raw
}

function reportLabels(raw: YamlMap, path: string, reporter: Reporter): void {
  const entries = collectionEntries(raw.get('collections'))
  for (const label of entries.keys()) {
    const reduced = labelInJekyll(label)
    if (reduced === label) continue
    const place = { path, key: 'collections' }
    const rule = 'In labels, only a to z, digits, ".", "_" and "-" count'
    const effect =
      reduced === ''
        ? 'has none, so it is no collection'
        : `is read as '${reduced}', with what 'collections' sets for '${reduced}'`
    reporter.warn(`${rule}: '${label}' ${effect}`, place)
  }
}

async function readConfigText(source: Source, path: string): Promise<string> {
  try {
    return await readText(source, path)
  } catch (error) {
    if (!(error instanceof SourceError)) throw error
    throw new BuildError('The configuration file could not be found', { path })
  }
}

/** Keys that have to be lists. */
const LISTS = ['plugins', 'include', 'exclude']

function checkList(config: YamlMap, key: string, path: string): void {
  const value = config.get(key)
  if (value === undefined || value === null || Array.isArray(value)) return
  throw new BuildError(`'${key}' should be set as an array, such as ${key}: [a, b]`, { path, key })
}

function overrides(request: BuildRequest): YamlMap {
  const flags: Record<string, unknown> = { ...request.overrides }
  flags['source'] = request.source
  flags['destination'] = request.destination
  if (request.drafts === true) flags['show_drafts'] = true
  if (request.future !== undefined) flags['future'] = request.future
  if (request.unpublished !== undefined) flags['unpublished'] = request.unpublished
  if (request.limitPosts !== undefined) flags['limit_posts'] = request.limitPosts
  if (request.baseurl !== undefined) flags['baseurl'] = request.baseurl
  if (request.incremental !== undefined) flags['incremental'] = request.incremental
  if (request.strictFrontMatter === true) flags['strict_front_matter'] = true
  return mapOf(fromJson(flags))
}

function completed(config: YamlMap): YamlMap {
  const result: YamlMap = new Map(config)
  result.set('collections', collections(config))
  return result
}

/** With what is never published; in Jekyll 3.10 a list of the site's own stands in its place. */
export function withExclusions(config: YamlMap, { version, isGithubPages }: JekyllChoice): YamlMap {
  const exclude = config.get('exclude')
  const own = Array.isArray(exclude) ? exclude : []
  const isOwn = version === '3.10' && own.length > 0
  const usual = isGithubPages ? [...EXCLUDED, 'CNAME'] : EXCLUDED
  const excluded: YamlValue = isOwn ? own : [...new Set<YamlValue>([...own, ...usual])]
  return new Map([...config, ['exclude', excluded]])
}

function collections(config: YamlMap): YamlMap {
  const entries = collectionEntries(config.get('collections'))
  const posts: YamlMap = new Map(entries.get('posts') ?? [])
  posts.set('output', true)
  const style = text(config.get('permalink'))
  if (!posts.has('permalink') && style !== null) posts.set('permalink', templateOfStyle(style))
  return new Map([['posts', posts], ...[...entries].filter(([label]) => label !== 'posts')])
}

function mapOf(value: YamlValue): YamlMap {
  return isYamlMap(value) ? value : new Map()
}
