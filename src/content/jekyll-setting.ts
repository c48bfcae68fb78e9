/** `jekyll_version` in `_config.yml`: with it a person decides which Jekyll a site is built as. */

import type { YamlValue } from './yaml/value.js'

/** The key of `_config.yml`. */
export const JEKYLL_KEY = 'jekyll_version'

/** The gem with which GitHub Pages builds, and the value for sites that are to be built so. */
export const GITHUB_PAGES = 'github-pages'

/** What may be asked for. */
export type AskedJekyll = typeof GITHUB_PAGES | '3.10' | '4.3' | '4.4'

/** What a site asks for, whichever release of a line it names; null where it leaves that open. */
export function askedJekyll(value: YamlValue | undefined): AskedJekyll | 'unknown' | null {
  if (value === undefined || value === null) return null
  const text = typeof value === 'object' ? '' : String(value).trim()
  if (text === GITHUB_PAGES) return GITHUB_PAGES
  // YAML reads 3.10 without quotes as the number 3.1.
  if (/^3(?:\.\d+){1,2}$/.test(text)) return '3.10'
  const line = /^(4\.[34])(?:\.\d+)?$/.exec(text)?.[1]
  return line === '4.3' || line === '4.4' ? line : 'unknown'
}
