/** Which Jekyll a site is built as: `jekyll_version` of the configuration. README.md says what differs. */

import type { YamlMap } from '../../content/yaml/value.js'
import type { Reporter } from './report.js'

/** A line of releases. */
export type JekyllVersion = '4.3' | '4.4'

const RELEASES: Readonly<Record<JekyllVersion, string>> = { '4.3': '4.3.1', '4.4': '4.4.1' }

const KEY = 'jekyll_version'

/** The release whose bytes a build aims at, as `jekyll.version` and the plugins print it. */
export function releaseOf(version: JekyllVersion): string {
  return RELEASES[version]
}

/** The version that a configuration asks for: a line, or a release of it; 4.3 where it names no other. */
export function jekyllVersion(config: YamlMap): JekyllVersion {
  return asked(config) ?? '4.3'
}

/** Warns of a version that is none of those that are here. */
export function adviseOnVersion(config: YamlMap, reporter: Reporter): void {
  if ((config.get(KEY) ?? null) === null || asked(config) !== null) return
  const message = `${KEY} must be 4.3 or 4.4; the site is built as by Jekyll 4.3.`
  reporter.warn(message, { path: '_config.yml', key: KEY })
}

function asked(config: YamlMap): JekyllVersion | null {
  const value = config.get(KEY)
  if (typeof value !== 'string' && typeof value !== 'number') return null
  const line = /^(4\.[34])(?:\.\d+)?$/.exec(String(value).trim())?.[1]
  return line === '4.3' || line === '4.4' ? line : null
}
