/**
 * Which Jekyll a site is built as, and why. README.md says what differs between those that are here.
 *
 * A person decides first (`jekyll_version`), then the lock, then the Gemfile; a site without a Gemfile is what GitHub
 * Pages builds, with a Jekyll and settings of its own.
 *
 * @see https://pages.github.com/versions/
 */

import type { Gemfile } from '../../content/gems/gemfile.js'
import { askedJekyll, GITHUB_PAGES, JEKYLL_KEY } from '../../content/jekyll-setting.js'
import { newestOf } from '../../content/gems/version.js'
import type { YamlMap } from '../../content/yaml/value.js'

/** A line of releases that a build stands for; 3.10 is that of GitHub Pages, and stands for all before 4.0. */
export type JekyllVersion = '3.10' | '4.3' | '4.4'

export interface JekyllChoice {
  readonly version: JekyllVersion
  /** Whether the settings and plugins of GitHub Pages count. */
  readonly isGithubPages: boolean
  /** Whether nothing in the site says so. */
  readonly isGuessed: boolean
  /** Why, a sentence. */
  readonly reason: string
}

const RELEASES: Readonly<Record<JekyllVersion, string>> = {
  '3.10': '3.10.0',
  '4.3': '4.3.1',
  '4.4': '4.4.1',
}

/** The last release of each line: what a new installation would get. */
const LAST: Readonly<Record<JekyllVersion, string>> = {
  '3.10': '3.10.0',
  '4.3': '4.3.4',
  '4.4': '4.4.1',
}

/** The release whose bytes a build aims at, as `jekyll.version` and the plugins print it. */
export function releaseOf(version: JekyllVersion): string {
  return RELEASES[version]
}

/** The release that a new installation of a line would have: what themes are chosen for. */
export function lastReleaseOf(line: JekyllVersion): string {
  return LAST[line]
}

interface Said {
  readonly config: YamlMap
  /** Null for none. */
  readonly gemfile: Gemfile | null
  /** Versions by gem, empty without a lock. */
  readonly lock: ReadonlyMap<string, string>
  /** What a site is built as that has no Gemfile; left out: as GitHub Pages would. */
  readonly withoutGemfile?: JekyllVersion | undefined
}

/** Which Jekyll a site is built as. */
export function chooseJekyll({ config, gemfile, lock, withoutGemfile }: Said): JekyllChoice {
  const isMadeForPages = gemfile?.gems.some(({ name }) => name === GITHUB_PAGES) === true
  const choice = (version: JekyllVersion, reason: string): JekyllChoice => ({
    version,
    isGithubPages: version === '3.10' && (isMadeForPages || lock.has(GITHUB_PAGES)),
    isGuessed: false,
    reason,
  })
  const asked = askedJekyll(config.get(JEKYLL_KEY))
  if (asked === GITHUB_PAGES)
    return { ...choice('3.10', `${JEKYLL_KEY} in _config.yml says so.`), isGithubPages: true }
  if (asked !== null)
    return choice(asked === 'unknown' ? '4.3' : asked, `${JEKYLL_KEY} in _config.yml says so.`)
  const locked = lock.get('jekyll')
  if (locked !== undefined) return choice(lineOf(locked), `Gemfile.lock has Jekyll ${locked}.`)
  if (gemfile === null) {
    const isGuessed = true
    if (withoutGemfile !== undefined) return { ...choice(withoutGemfile, KEPT), isGuessed }
    const reason = 'It has no Gemfile, as sites that GitHub Pages builds.'
    return { ...choice('3.10', reason), isGithubPages: true, isGuessed }
  }
  if (isMadeForPages) return choice('3.10', `Its Gemfile has the gem ${GITHUB_PAGES}.`)
  const requirements = gemfile.gems.find(({ name }) => name === 'jekyll')?.requirements ?? []
  if (requirements.length === 0)
    return choice('4.4', 'Its Gemfile leaves the version of Jekyll open.')
  return choice(lineFor(requirements), `Its Gemfile asks for Jekyll ${requirements.join(', ')}.`)
}

const KEPT =
  'It has no Gemfile, and is older than the rule that such sites are built as by GitHub Pages.'

/** The newest line with a release that meets the requirements, else the line of the number that they name. */
function lineFor(requirements: readonly string[]): JekyllVersion {
  const fitting = newestOf(Object.values(LAST), requirements)
  return lineOf(fitting ?? /\d[\d.]*/.exec(requirements.join(' '))?.[0] ?? LAST['4.4'])
}

function lineOf(version: string): JekyllVersion {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  if (major < 4) return '3.10'
  return major === 4 && minor < 4 ? '4.3' : '4.4'
}
