/**
 * Finds the theme of a site: the site itself where it is the theme's own repository, one that was fetched, or one that is
 * built in. Nothing is fetched here: a build has no network.
 */

import { join } from 'node:path'
import { parseGemspec } from '../../content/gems/gemfile.js'
import { readSiteConfig } from '../../content/site-config.js'
import type { YamlMap } from '../../content/yaml/value.js'
import { lastReleaseOf, type JekyllChoice } from '../base/jekyll-version.js'
import type { Reporter } from '../base/report.js'
import type { ThemePlace } from '../base/request.js'
import { folderSource, mapSource, type Source } from '../base/source.js'
import type { Theme } from '../items/site.js'
import { textOf, type Gems } from '../read/gems.js'
import { BUILD_YAML_LIMITS } from '../read/yaml-limits.js'
import { builtInTheme, isBuiltIn } from './built-in.js'
import {
  chooseInstalled,
  FILES_FOLDER,
  installedVersions,
  type InstalledTheme,
} from './installed.js'
import { pathsOf } from './paths.js'
import { wantedTheme, type WantedTheme } from './wanted.js'

/** The theme of a site, and how it came. */
export interface FoundTheme {
  /** Null where it has none, or where it is not here. */
  readonly theme: Theme | null
  /** As the site names it; null where it names none. */
  readonly name: string | null
  readonly state: 'none' | 'own' | 'built_in' | 'fetched' | 'missing'
  /** Of a theme that was fetched: which one. */
  readonly installed: InstalledTheme | null
  /** What the person should know, a sentence; null for nothing. */
  readonly problem: string | null
}

interface Site {
  readonly config: YamlMap
  readonly source: Source
  readonly gems: Gems
  readonly jekyll: JekyllChoice
  /** Where fetched themes are; left out where there are none. */
  readonly themes?: ThemePlace | undefined
}

/** A theme that has to be fetched. */
interface NeededTheme {
  readonly wanted: WantedTheme
  /** Release of Jekyll that it should fit. */
  readonly jekyll: string
}

const NONE: FoundTheme = { theme: null, name: null, state: 'none', installed: null, problem: null }

/** The theme that the settings name. What is not here is a warning. */
export async function findTheme(site: Site, reporter: Reporter): Promise<FoundTheme> {
  const wanted = wantedTheme(site)
  if (wanted === null) return NONE
  const found =
    typeof wanted === 'string'
      ? missing(
          site.config.has('remote_theme') ? 'remote theme' : 'theme',
          wanted,
          'this names none',
        )
      : await themeFor(site, wanted)
  const isRemote = typeof wanted === 'string' || wanted.kind === 'repository'
  const key = isRemote && site.config.has('remote_theme') ? 'remote_theme' : 'theme'
  if (found.problem !== null) reporter.warn(found.problem, { path: '_config.yml', key })
  return found
}

/** The theme that a site needs from elsewhere: it has one, is not the theme's own repository, and none is built in. */
export async function themeToFetch(site: Omit<Site, 'themes'>): Promise<NeededTheme | null> {
  const wanted = wantedTheme(site)
  if (wanted === null || typeof wanted === 'string' || isBuiltIn(wanted)) return null
  const isOwn = wanted.kind === 'gem' && (await ownTheme(site.source, wanted.name)) !== null
  return isOwn ? null : { wanted, jekyll: lastReleaseOf(site.jekyll.version) }
}

async function themeFor(site: Site, wanted: WantedTheme): Promise<FoundTheme> {
  const { name } = wanted
  const own = wanted.kind === 'gem' ? await ownTheme(site.source, name) : null
  const known = { name, installed: null, problem: null }
  if (own !== null) return { ...known, theme: own, state: 'own' }
  if (isBuiltIn(wanted)) return { ...known, theme: await builtInTheme(name), state: 'built_in' }
  const installed = await installedTheme(site, wanted)
  if (installed !== null) {
    const theme = await fetchedTheme(site.themes?.folder ?? '', installed, wanted)
    return { name, theme, state: 'fetched', installed, problem: otherVersion(wanted, installed) }
  }
  const likely = wanted.kind === 'gem' ? await builtInTheme(name) : null
  const noun = wanted.kind === 'gem' ? 'theme' : 'remote theme'
  if (likely === null) return missing(noun, name, site.themes?.problem ?? null)
  const problem = `The site asks for another version of ${name} than ${likely.version}, which is used.`
  return { ...known, theme: likely, state: 'built_in', problem }
}

async function installedTheme(site: Site, wanted: WantedTheme): Promise<InstalledTheme | null> {
  const { themes } = site
  if (themes === undefined) return null
  const jekyll = lastReleaseOf(site.jekyll.version)
  const versions = await installedVersions(themes.folder, wanted)
  return chooseInstalled(wanted, versions, { chosen: themes.chosen ?? null, jekyll })
}

function otherVersion(wanted: WantedTheme, { version }: InstalledTheme): string | null {
  if (wanted.kind !== 'gem' || wanted.locked === null || wanted.locked === version) return null
  return `Gemfile.lock has ${wanted.name} ${wanted.locked}, which is not here; ${version} is used.`
}

function missing(noun: string, name: string, reason: string | null): FoundTheme {
  const why = reason === null ? '' : ` (${reason})`
  const problem =
    `The ${noun} '${name}' is not available${why}; put its _layouts, _includes, _sass and assets ` +
    'into the site.'
  return { ...NONE, name, state: 'missing', problem }
}

/** The repository of a theme is a site that shows it: its files are the theme's, and what it needs is in its gemspec. */
async function ownTheme(source: Source, name: string): Promise<Theme | null> {
  const text = await textOf(source, `${name}.gemspec`)
  if (text === null) return null
  const spec = parseGemspec(text)
  if ((spec.name ?? name) !== name) return null
  const version = spec.version ?? ''
  return {
    name,
    version,
    id: `own: ${name} ${version}`,
    about: aboutOf({ description: spec.summary ?? '', dependencies: spec.dependencies }),
    plugins: pluginsOf(spec.dependencies),
    files: new Set(),
    source: mapSource(new Map()),
    config: new Map(),
    modifiedAt: null,
  }
}

async function fetchedTheme(
  folder: string,
  installed: InstalledTheme,
  { kind }: WantedTheme,
): Promise<Theme> {
  const { id, name, version, dependencies, fetchedAt: modifiedAt } = installed
  const source = folderSource(join(folder, id, FILES_FOLDER))
  const files = await pathsOf(source)
  // jekyll-remote-theme brings its theme when the settings are read.
  const config = kind === 'gem' && files.has(CONFIG) ? await configOf(source) : new Map()
  const about = { ...aboutOf(installed), root: `${name}-${version}` }
  return {
    name,
    version,
    id,
    about,
    plugins: pluginsOf(dependencies),
    files,
    source,
    config,
    modifiedAt,
  }
}

const CONFIG = '_config.yml'

/** Settings of a theme; those that are no mapping count for nothing. */
async function configOf(source: Source): Promise<YamlMap> {
  const text = await textOf(source, CONFIG)
  const { raw, error } = readSiteConfig(text ?? '', BUILD_YAML_LIMITS)
  return error === null ? raw : new Map()
}

type Described = Pick<InstalledTheme, 'dependencies'> &
  Partial<Pick<InstalledTheme, 'authors' | 'description' | 'metadata'>>

function aboutOf({ authors = '', description = '', metadata = {}, dependencies }: Described) {
  const texts = dependencies.map(({ name, requirements }) =>
    requirements.length === 0 ? `${name} (>= 0)` : `${name} (${requirements.join(', ')})`,
  )
  return { authors, description, dependencies: texts, metadata }
}

/** Programs that a theme needs, but that add nothing to a build. */
const NO_PLUGINS = new Set(['jekyll', 'bundler', 'rake'])

function pluginsOf(dependencies: InstalledTheme['dependencies']): string[] {
  return dependencies.map(({ name }) => name).filter((name) => !NO_PLUGINS.has(name))
}
