/**
 * What GitHub Pages adds to each site, whatever its configuration says: a Gemfile with its gem says that the
 * site was made for it.
 *
 * @see https://pages.github.com/versions/; github-pages: configuration.rb (DEFAULT_PLUGINS)
 */

import type { Gemfile } from '../../content/gems/gemfile.js'

/** The gem, in a Gemfile or among a site's plugins. */
export const GITHUB_PAGES = 'github-pages'

/** Those of its plugins that are built in; a site that says how to paginate in another way keeps that way. */
const DEFAULTS: readonly string[] = [
  'jekyll-gist',
  'jekyll-paginate',
  'jekyll-relative-links',
  'jekyll-optional-front-matter',
  'jekyll-readme-index',
  'jekyll-default-layout',
  'jekyll-titles-from-headings',
]

/** Gems of a Gemfile that Jekyll loads: those of its group of plugins, and in any group that of GitHub Pages. */
export function gemfilePlugins(gemfile: Gemfile | null): string[] {
  const loaded = (gemfile?.gems ?? []).filter(
    ({ name, isPlugin }) => isPlugin || name === GITHUB_PAGES,
  )
  return loaded.map(({ name }) => name)
}

/** Names with those that the gem brings, each with the file that names it. */
export function withGithubPages(names: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  const path = names.get(GITHUB_PAGES)
  if (path === undefined) return names
  const added = DEFAULTS.filter(
    (name) => name !== 'jekyll-paginate' || !names.has('jekyll-paginate-v2'),
  )
  const rest = [...names].filter(([name]) => name !== GITHUB_PAGES)
  return new Map([...added.map((name) => [name, path] as const), ...rest])
}
