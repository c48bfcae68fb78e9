/** What a build needs before it reads: settings, theme, plugins, Liquid, Sass. */

import { GITHUB_PAGES } from '../content/jekyll-setting.js'
import type { YamlMap } from '../content/yaml/value.js'
import { DiskCache } from './cache/disk-cache.js'
import type { Threads } from './convert/messages.js'
import { NO_THREADS, openConversions } from './convert/open-conversions.js'
import type { Clock } from '../liquid/definition.js'
import { STANDARD_TAGS } from '../liquid/tags/standard.js'
import { GEMFILE } from '../content/gems/gemfile.js'
import { GITHUB_METADATA, withGithubMetadata } from './plugins/github-metadata.js'
import { allowedOnGithubPages, gemfilePlugins, withGithubPages } from './plugins/github-pages.js'
import type { Plugin } from './render/plugin.js'
import { PluginSet } from './render/plugin-set.js'
import { findPlugins } from './plugins/registry.js'
import { openSitePlugins } from './site-plugins/site-plugins.js'
import { createEntryFilter } from './read/entry-filter.js'
import { KeptReads } from './read/kept.js'
import type { Reading } from './read/reading.js'
import { buildTree, type Tree } from './read/tree.js'
import { advise } from './advice.js'
import { namedPlugin } from './site-plugins/names.js'
import { isInCollection, pluginPaths, readPlugins } from './site-plugins/plugin-files.js'
import { createClock, createSiteEngine, JEKYLL_TAGS } from './render/engine.js'
import { SiteHost } from './render/site-host.js'
import type { BuildError } from './base/build-error.js'
import type { Reporter } from './base/report.js'
import type { BuildRequest, RenderLimits } from './base/request.js'
import { openRecord, type RecordPlace } from './record/open-record.js'
import { cleanFolder, isTruthy, readSettings, type Settings, text, texts } from './base/settings.js'
import type { Site, Theme } from './items/site.js'
import type { Source } from './base/source.js'
import type { JekyllChoice } from './base/jekyll-version.js'
import type { Gems } from './read/gems.js'
import { findTheme, type FoundTheme } from './theme/themes.js'
import { type Loaded, withExclusions, withThemeConfig } from './config.js'
import { siteNow } from './now.js'
import { isKnownZone } from '../content/zone.js'
import { createZone } from './base/zone.js'
import { join } from 'node:path'

export interface Prepared {
  readonly foundTheme: FoundTheme
  readonly reading: Reading
  readonly plugins: PluginSet
  readonly blockTags: ReadonlySet<string>
  /** What the build before has left; null where nothing is to be remembered. */
  readonly record: RecordPlace | null
  hostFor(site: Site): SiteHost
  /** Goes on with another time, in milliseconds since the Unix epoch; what was read with the old one is to be read again. */
  moveTo(now: number): void
  /** Saves what the build has learned so far, and goes on. */
  save(): void
  /** Ends what only a first build needs. */
  settle(): Promise<void>
  /** Saves what the build learned; `isWhole` when it came to its end. */
  close(outcome?: { readonly isWhole: boolean }): Promise<void>
}

interface Parts extends Loaded {
  readonly source: Source
  readonly reporter: Reporter
  /** Threads that may convert Markdown; default none. */
  readonly threads?: Threads
  /** Whether the build begins from the one before, or only leaves a record; default neither. */
  readonly recording?: 'begin' | 'leave'
  /** Whether what is read is kept, to be read again. */
  readonly keepsReads?: boolean
  /** Whether single pages are rendered: no compiler is started before it is needed. */
  readonly isOnDemand?: boolean
  /** Told of a file that cannot be read, which is left out then. */
  readonly tolerate?: (error: BuildError) => void
  /** Whether the site is only looked at: none of its plugins runs. */
  readonly isSurvey?: boolean
}

/** Prepares a build. @throws BuildError for settings that no build can have */
export async function prepare(request: BuildRequest, parts: Parts): Promise<Prepared> {
  const { source, reporter } = parts
  const { foundTheme, config, timezone, settings } = await decide(request, parts)
  const { theme } = foundTheme
  const zone = createZone(timezone)
  let moment = request.now
  const tree = buildTree(await listed(source, settings.include))
  const filter = createEntryFilter(settings)
  let host: SiteHost | null = null
  const clock = createClock(
    zone,
    () => moment,
    () => host?.reads ?? null,
  )
  const plugins = await pluginsOf(request, { ...parts, config, settings, theme, tree, clock })
  const place = placeOf(request, settings)
  const cache = place?.cache ?? null
  const made = { theme: theme?.id ?? null, jekyll: parts.jekyll.version }
  const known = { config, timezone, plugins: plugins.names, ...made }
  const record = openRecord(request, { ...known, place, recording: parts.recording ?? null })
  // Most of what an earlier build has made is not made again.
  const threads = (record?.record ?? null) === null ? (parts.threads ?? NO_THREADS) : NO_THREADS
  const converting = await openConversions(settings, { cache, threads, reporter })
  const read = { settings, tree, filter, theme, zone, now: siteNow(config, timezone, moment) }
  const kept = parts.keepsReads === true ? { kept: new KeptReads(plugins.changeItems) } : {}
  const reading = { ...readingOf(parts, read), ...kept, ...onReadOf(converting) }
  const engine = createSiteEngine(settings, {
    tags: plugins.tags,
    filters: plugins.filters,
    knowsBlank: plugins.knowBlank,
    clock,
    reporter,
    limits: request.limits,
  })
  return {
    foundTheme,
    reading,
    plugins,
    record,
    blockTags: blockTags(plugins),
    hostFor: (site) => {
      const { limits } = request
      host = new SiteHost({ site, engine, clock, limits, plugins, ...converting, cache })
      if (parts.isOnDemand !== true) warmUpStyles(host)
      return host
    },
    moveTo: (now) => {
      moment = now
      reading.now = siteNow(config, timezone, now)
    },
    save: () => cache?.save(),
    settle: () => converting.close(),
    close: async ({ isWhole } = { isWhole: false }) => {
      cache?.close({ isWhole })
      await Promise.all([host?.sass.close(), converting.close()])
    },
  }
}

type ReadParts = Pick<Reading, 'settings' | 'tree' | 'filter' | 'theme' | 'zone' | 'now'>

function readingOf({ source, reporter, tolerate }: Parts, read: ReadParts): Reading {
  const tolerated = tolerate === undefined ? {} : { tolerate }
  return { ...read, source, reporter, futures: [], moment: { isRead: false }, ...tolerated }
}

function onReadOf({ onRead }: Awaited<ReturnType<typeof openConversions>>) {
  return onRead === null ? {} : { onRead }
}

/** What all else depends on: which theme, and the settings with those of the theme below them. */
async function decide(request: BuildRequest, parts: Parts) {
  const { jekyll } = parts
  const foundTheme = await findTheme({ ...parts, themes: request.themes }, parts.reporter)
  const { theme } = foundTheme
  const own = withExclusions(parts.config, jekyll)
  const config = withGithub(withThemeConfig(own, theme?.config, jekyll), { ...parts, theme })
  const timezone = timezoneOf(request, { ...parts, config })
  const environment = request.environment ?? 'development'
  const settings = readSettings(config, { environment, timezone, jekyll: jekyll.version })
  return { foundTheme, config, timezone, settings }
}

/** With `site.github`, if a plugin of the site brings it. */
function withGithub(
  config: YamlMap,
  { gems, jekyll, theme, reporter }: Pick<PluginParts, 'gems' | 'jekyll' | 'theme' | 'reporter'>,
): YamlMap {
  const inGemfile = gemfilePlugins(gems.gemfile)
  const named = [...texts(config.get('plugins')), ...texts(config.get('gems')), ...inGemfile]
  const isNamed = named.includes(GITHUB_METADATA)
  const isBrought =
    theme?.plugins.includes(GITHUB_METADATA) === true ||
    named.includes(GITHUB_PAGES) ||
    jekyll.isGithubPages
  return isNamed || isBrought ? withGithubMetadata(config, { isNamed, reporter }) : config
}

function warmUpStyles({ sass, site }: SiteHost): void {
  const styles = site.pages.filter((page) => page.isSass)
  sass.warmUp(styles.map((page) => page.content))
}

/** Where builds remember; null for nowhere. */
function placeOf(request: BuildRequest, settings: Settings) {
  const folder = cacheFolder(request, settings)
  return folder === null ? null : { folder, cache: new DiskCache(folder) }
}

function timezoneOf(request: BuildRequest, { config, reporter }: Parts): string {
  const timezone = text(config.get('timezone')) ?? request.zone ?? 'UTC'
  if (!isKnownZone(timezone)) {
    const message = `The time zone '${timezone}' is unknown: use a name such as Europe/Berlin or an offset such as +02:00`
    reporter.warn(message, { path: '_config.yml', key: 'timezone' })
  }
  return timezone
}

interface PluginParts {
  readonly settings: Settings
  readonly gems: Gems
  readonly jekyll: JekyllChoice
  readonly theme: Theme | null
  readonly reporter: Reporter
}

function gemsOf({ settings, gems, jekyll, theme, reporter }: PluginParts): readonly Plugin[] {
  const names = new Map(gemfilePlugins(gems.gemfile).map((name) => [name, GEMFILE]))
  for (const name of settings.plugins) names.set(name, '_config.yml')
  for (const name of theme?.plugins ?? []) if (!names.has(name)) names.set(name, '_config.yml')
  const { isGithubPages } = jekyll
  const found = findPlugins(withGithubPages(names, isGithubPages), reporter)
  return isGithubPages ? allowedOnGithubPages(found, reporter) : found
}

interface OwnParts extends Parts, PluginParts {
  readonly tree: Tree
  readonly clock: Clock
}

/** Those of gems, then those of the site's own: of two tags with one name the later one counts. */
async function pluginsOf(request: BuildRequest, parts: OwnParts): Promise<PluginSet> {
  const { config, settings, tree } = parts
  const areOwnRun = request.sitePlugins === true && !isTruthy(config.get('safe'))
  await advise({ ...parts, areOwnRun })
  const gems = gemsOf(parts)
  const inSource = areOwnRun ? pluginPaths(tree, settings, '.js') : []
  const paths = inSource.filter((path) => !isInCollection(settings, path))
  return new PluginSet([...gems, ...(await ownPlugins(paths, request.limits, parts))])
}

async function ownPlugins(
  paths: readonly string[],
  limits: RenderLimits | undefined,
  { source, isSurvey, clock }: OwnParts,
): Promise<Plugin[]> {
  if (paths.length === 0) return []
  const files = await readPlugins(source, paths)
  if (isSurvey === true) return [namedPlugin(files)]
  const now = () => clock.now().epochMs
  return [await openSitePlugins(files, { milliseconds: limits?.milliseconds, now })]
}

async function listed(source: Source, include: readonly string[]): Promise<string[]> {
  const paths: string[] = []
  for await (const path of source.list(include)) paths.push(path)
  return paths
}

function blockTags({ tags }: PluginSet): Set<string> {
  const all = [...STANDARD_TAGS, ...JEKYLL_TAGS, ...tags]
  return new Set(all.filter(({ kind }) => kind !== 'inline').map(({ name }) => name))
}

/** The folder that the request asks for, unless the site turns it off; null for none. */
function cacheFolder({ cache, source, safe }: BuildRequest, { config }: Settings): string | null {
  if (cache === undefined || isTruthy(config.get('disable_disk_cache'))) return null
  if (cache !== 'site') return cache.folder
  // A site that is not trusted gets no say, and no file in its folder.
  if (safe === true) return null
  const folder = cleanFolder(text(config.get('cache_dir')) ?? '') || '.jekyll-cache'
  return join(source, folder, 'galley')
}
