/**
 * Which Jekyll a site wants, why, and as which one it is built. README.md says what differs between those that are here.
 *
 * A person decides first (`jekyll_version`), then the lock, then the Gemfile; a site without a Gemfile is what GitHub
 * Pages builds, with a Jekyll of its own.
 *
 * @see https://pages.github.com/versions/
 */

import type { Gemfile } from '../../content/gems/gemfile.js'
import { newestOf } from '../../content/gems/version.js'
import type { YamlMap } from '../../content/yaml/value.js'
import type { Reporter } from './report.js'

/** A line of releases that a build stands for. */
export type JekyllVersion = '4.3' | '4.4'

/** A line that a site may want; 3.10 is that of GitHub Pages, and stands for all before 4.0. */
type JekyllLine = '3.10' | JekyllVersion

export interface JekyllChoice {
  readonly wanted: JekyllLine
  /** The line that is built in its place, or the same. */
  readonly builtAs: JekyllVersion
  /** Why it is wanted, a sentence. */
  readonly reason: string
}

const RELEASES: Readonly<Record<JekyllVersion, string>> = { '4.3': '4.3.1', '4.4': '4.4.1' }

/** The last release of each line: what a new installation would get. */
const LAST: Readonly<Record<JekyllLine, string>> = {
  '3.10': '3.10.0',
  '4.3': '4.3.4',
  '4.4': '4.4.1',
}

const KEY = 'jekyll_version'
const GITHUB_PAGES = 'github-pages'

/** The release whose bytes a build aims at, as `jekyll.version` and the plugins print it. */
export function releaseOf(version: JekyllVersion): string {
  return RELEASES[version]
}

/** The release that a new installation of a line would have: what themes are chosen for. */
export function lastReleaseOf(line: JekyllLine): string {
  return LAST[line]
}

interface Said {
  readonly config: YamlMap
  /** Null for none. */
  readonly gemfile: Gemfile | null
  /** Versions by gem, empty without a lock. */
  readonly lock: ReadonlyMap<string, string>
}

/** Which Jekyll a site wants. */
export function chooseJekyll({ config, gemfile, lock }: Said): JekyllChoice {
  const asked = askedFor(config)
  if (asked !== null)
    return choice(asked === 'unknown' ? '4.3' : asked, `${KEY} in _config.yml says so.`)
  const locked = lock.get('jekyll')
  if (locked !== undefined) return choice(lineOf(locked), `Gemfile.lock has Jekyll ${locked}.`)
  if (gemfile === null)
    return choice('3.10', 'It has no Gemfile, so it is built as on GitHub Pages.')
  if (gemfile.gems.some(({ name }) => name === GITHUB_PAGES))
    return choice('3.10', `Its Gemfile has the gem ${GITHUB_PAGES}.`)
  const requirements = gemfile.gems.find(({ name }) => name === 'jekyll')?.requirements ?? []
  if (requirements.length === 0)
    return choice('4.4', 'Its Gemfile leaves the version of Jekyll open.')
  return choice(lineFor(requirements), `Its Gemfile asks for Jekyll ${requirements.join(', ')}.`)
}

function choice(wanted: JekyllLine, reason: string): JekyllChoice {
  return { wanted, builtAs: wanted === '3.10' ? '4.3' : wanted, reason }
}

/** The newest line with a release that meets the requirements, else the line of the number that they name. */
function lineFor(requirements: readonly string[]): JekyllLine {
  const fitting = newestOf(Object.values(LAST), requirements)
  return lineOf(fitting ?? /\d[\d.]*/.exec(requirements.join(' '))?.[0] ?? LAST['4.4'])
}

function lineOf(version: string): JekyllLine {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  if (major < 4) return '3.10'
  return major === 4 && minor < 4 ? '4.3' : '4.4'
}

/** Warns of a version that is none of those that are here. */
export function adviseOnVersion(config: YamlMap, reporter: Reporter): void {
  const asked = askedFor(config)
  if (asked === null || asked === '4.3' || asked === '4.4') return
  const message = `${KEY} must be 4.3 or 4.4; the site is built as by Jekyll 4.3.`
  reporter.warn(message, { path: '_config.yml', key: KEY })
}

/** Null where the configuration leaves it open. */
function askedFor(config: YamlMap): JekyllLine | 'unknown' | null {
  const value = config.get(KEY) ?? null
  if (value === null) return null
  const text = typeof value === 'string' || typeof value === 'number' ? String(value).trim() : ''
  // YAML reads 3.10 without quotes as the number 3.1.
  if (/^3(?:\.\d+){1,2}$/.test(text)) return '3.10'
  const line = /^(4\.[34])(?:\.\d+)?$/.exec(text)?.[1]
  return line === '4.3' || line === '4.4' ? line : 'unknown'
}
