/** Which theme a site asks for: a gem (`theme`) or a repository (`remote_theme`). */

import { createHash } from 'node:crypto'
import type { YamlMap } from '../../content/yaml/value.js'
import type { JekyllChoice } from '../base/jekyll-version.js'
import { text } from '../base/settings.js'
import type { Gems } from '../read/gems.js'

/** A gem with the files of a theme. */
export interface WantedGem {
  readonly kind: 'gem'
  readonly name: string
  /** The version of Gemfile.lock; null where none is locked. */
  readonly locked: string | null
  /** What the Gemfile asks for, such as `~> 2.5`. */
  readonly requirements: readonly string[]
}

/** A repository with the files of a theme. */
export interface WantedRepository {
  readonly kind: 'repository'
  /** As the site names it, for messages. */
  readonly name: string
  /** `owner/name` at the usual host, or a whole URL. */
  readonly address: string
  /** Branch, tag or commit; null for the default branch. */
  readonly ref: string | null
}

export type WantedTheme = WantedGem | WantedRepository

const GEM = /^[A-Za-z0-9_][\w.-]{0,99}$/
/** jekyll-remote-theme takes `owner/name@ref`, and whole addresses of repositories. */
const REPOSITORY =
  /^(https?:\/\/[^\s@]{1,500}|[\w-][\w.-]{0,99}\/[\w-][\w.-]{0,99})(?:@([^\s@]{1,200}))?$/i

interface Asking {
  readonly config: YamlMap
  readonly gems: Gems
  readonly jekyll: JekyllChoice
}

/** What GitHub Pages gives sites that name none; `theme: null` is to have none. */
const GITHUB_PAGES_THEME = 'jekyll-theme-primer'

/**
 * The theme that the settings name. A remote theme takes the place of a gem, as in jekyll-remote-theme.
 *
 * @returns null for none; a text of what is no name of a theme
 */
export function wantedTheme({ config, gems, jekyll }: Asking): WantedTheme | string | null {
  const remote = text(config.get('remote_theme'))?.trim() ?? ''
  if (remote !== '' && config.get('remote_theme') !== false) {
    return parseRepository(remote) ?? remote
  }
  const isUsual = jekyll.isGithubPages && !config.has('theme')
  const given = isUsual ? GITHUB_PAGES_THEME : config.get('theme')
  const name = given === false ? null : (text(given)?.trim() ?? '')
  if (name === null || name === '') return null
  if (!GEM.test(name)) return name
  const requirements = gems.gemfile?.gems.find((gem) => gem.name === name)?.requirements ?? []
  return { kind: 'gem', name, locked: gems.lock.get(name) ?? null, requirements }
}

/** A repository as `remote_theme` names it; null for what names none. */
export function parseRepository(name: string): WantedRepository | null {
  const [, given, ref = null] = REPOSITORY.exec(name) ?? []
  if (given === undefined) return null
  const address = given.replace(/(?<!\/)\/+$/, '').replace(/\.git$/, '')
  return { kind: 'repository', name, address, ref }
}

/** Folder of all versions of a theme, from the folder of fetched themes. */
export function folderOf(wanted: WantedTheme): string {
  if (wanted.kind === 'gem') return `gems/${wanted.name}`
  const isUrl = wanted.address.includes('://')
  const address = isUrl ? wanted.address : wanted.address.toLowerCase()
  const key = createHash('sha256')
    .update(`${address}@${wanted.ref ?? 'HEAD'}`)
    .digest('hex')
  return `repositories/${key.slice(0, 32)}`
}
