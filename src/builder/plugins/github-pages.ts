/**
 * What GitHub Pages sets for each site: settings above those of the site, plugins that each has, and a list of those that
 * it may have. (Settings below those of the site: `config.ts`; its theme: `theme/wanted.ts`.) `safe` and `plugins_dir` are
 * left out: plugins in Ruby are run nowhere, and those in JavaScript are written for Galley.
 *
 * @see https://pages.github.com/versions/; github-pages 232: configuration.rb, plugins.rb
 */

import { deepMerge } from '../../content/deep-merge.js'
import type { Gemfile } from '../../content/gems/gemfile.js'
import { GITHUB_PAGES } from '../../content/jekyll-setting.js'
import { fromJson, isYamlMap, type YamlMap } from '../../content/yaml/value.js'
import type { Reporter } from '../base/report.js'
import { text } from '../base/settings.js'
import type { Plugin } from '../render/plugin.js'
import { GITHUB_METADATA } from './github-metadata.js'

const FIXED = {
  lsi: false,
  highlighter: 'rouge',
  kramdown: { math_engine: 'mathjax', syntax_highlighter: 'rouge' },
}

/** What a site's `markdown` counts as: kramdown where it names what GitHub Pages has not. */
const MARKDOWN: ReadonlyMap<string, string> = new Map([
  ['gfm', 'CommonMarkGhPages'],
  ['commonmarkghpages', 'CommonMarkGhPages'],
])

/** Settings with those that no site can change. */
export function fixedByGithubPages(config: YamlMap): YamlMap {
  const name = text(config.get('markdown'))?.toLowerCase() ?? ''
  const fixed = fromJson({ ...FIXED, markdown: MARKDOWN.get(name) ?? 'kramdown' })
  return isYamlMap(fixed) ? deepMerge(config, fixed) : config
}

/** Those of its plugins that each site has and that are built in. */
const USUAL: readonly string[] = [
  'jekyll-gist',
  GITHUB_METADATA,
  'jekyll-paginate',
  'jekyll-relative-links',
  'jekyll-optional-front-matter',
  'jekyll-readme-index',
  'jekyll-default-layout',
  'jekyll-titles-from-headings',
]

/** Those that a site may name besides, and that are built in. */
const ALLOWED: ReadonlySet<string> = new Set([
  ...USUAL,
  'jekyll-feed',
  'jekyll-redirect-from',
  'jekyll-seo-tag',
  'jekyll-sitemap',
  'jekyll-avatar',
  'jemoji',
  'jekyll-mentions',
  'jekyll-include-cache',
])

/** Gems of a Gemfile that Jekyll loads: those of its group of plugins, and in any group that of GitHub Pages. */
export function gemfilePlugins(gemfile: Gemfile | null): string[] {
  const loaded = (gemfile?.gems ?? []).filter(
    ({ name, isPlugin }) => isPlugin || name === GITHUB_PAGES,
  )
  return loaded.map(({ name }) => name)
}

/**
 * Names of plugins with those that the gem brings, each with the file that names it.
 *
 * @param isGithubPages whether the site is built as on GitHub Pages, wherever the gem is named
 */
export function withGithubPages(
  names: ReadonlyMap<string, string>,
  isGithubPages: boolean,
): ReadonlyMap<string, string> {
  const path = names.get(GITHUB_PAGES) ?? (isGithubPages ? '_config.yml' : undefined)
  if (path === undefined) return names
  // Elsewhere a site that says how to paginate in another way keeps that way.
  const added = USUAL.filter(
    (name) => isGithubPages || name !== 'jekyll-paginate' || !names.has('jekyll-paginate-v2'),
  )
  const rest = [...names].filter(([name]) => name !== GITHUB_PAGES)
  return new Map([...added.map((name) => [name, path] as const), ...rest])
}

/** Plugins without those that GitHub Pages does not run; each of these is a warning. */
export function allowedOnGithubPages(
  plugins: readonly Plugin[],
  reporter: Reporter,
): readonly Plugin[] {
  for (const { name } of plugins.filter((one) => !ALLOWED.has(one.name))) {
    const message =
      `GitHub Pages does not run the plugin '${name}', so the site is built without it; jekyll_version in ` +
      '_config.yml chooses another Jekyll.'
    reporter.warn(message, { path: '_config.yml', key: 'plugins' })
  }
  return plugins.filter(({ name }) => ALLOWED.has(name))
}
