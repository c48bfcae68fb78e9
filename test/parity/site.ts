/**
 * A site made ready for both builders: one copy, and one set of values over its configuration that
 * leaves out, for both alike, what the machine's Jekyll does not have.
 */

import { cpSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { readSiteConfig } from '../../src/content/site-config.js'

const LEFT_OUT = new Set(['.git', '_site', 'expected', 'node_modules', '.jekyll-cache'])
/**
 * Tags by their gem, null for one that is left out on every machine (gists are fetched). Without its
 * gem a tag would have both builders refuse the site.
 */
const TAGS: ReadonlyMap<string, string | null> = new Map([
  ['auto_anchor', 'auto_anchor'],
  ['avatar', 'jekyll-avatar'],
  ['asset', 'jekyll-assets'],
  ['gist', null],
  ['github_edit_link', 'jekyll-github-metadata'],
  ['octicon', 'jekyll-octicons'],
  ['post_read_time', 'jekyll-time-to-read'],
  ['toc', 'jekyll-toc'],
])
const TEMPLATE = /\.(?:html|md|markdown|xml|txt|json|yml|js|css|scss|svg|liquid)$/

/** A copy of a site, without what belongs to no site and without tags of gems that are not among its plugins. */
export function copySite(folder: string, target: string, plugins: readonly string[]): void {
  if (existsSync(target)) return
  cpSync(folder, target, {
    recursive: true,
    preserveTimestamps: true,
    verbatimSymlinks: true,
    filter: (path) => path === folder || !LEFT_OUT.has(basename(path)),
  })
  const plain = plainWith(new Set(plugins))
  for (const entry of readdirSync(target, { recursive: true, withFileTypes: true })) {
    if (entry.isFile() && TEMPLATE.test(entry.name)) edit(join(entry.parentPath, entry.name), plain)
  }
  edit(join(target, '_config.yml'), quoted)
}

function plainWith(plugins: ReadonlySet<string>): (text: string) => string {
  const foreign = [...TAGS].flatMap(([tag, gem]) => (gem !== null && plugins.has(gem) ? [] : [tag]))
  const tags = new RegExp(`\\{%-?\\s*(?:${foreign.join('|')})\\b[^%]*%\\}`, 'g')
  const hasCached = plugins.has('jekyll-include-cache')
  return (text) => {
    const bare = text.replace(/^---\n[^]*?\n---/, quoted).replace(tags, '')
    return hasCached ? bare : bare.replace(/(\{%-?\s*)include_cached\b/g, '$1include')
  }
}

/** Texts that Ruby's own YAML takes for symbols, and refuses; Jekyll's took them for texts. */
function quoted(yaml: string): string {
  return yaml.replace(/^(\s*[\w-]+:\s+)(:\S*)(?=\s*$)/gm, '$1"$2"')
}

function edit(path: string, change: (text: string) => string): void {
  const bytes = readFileSync(path)
  const text = bytes.toString()
  const changed = change(text)
  if (changed !== text) writeFileSync(path, changed)
}

export interface Overlay {
  readonly overrides: Readonly<Record<string, unknown>>
  /** Those of its plugins that the machine has. */
  readonly plugins: readonly string[]
  /** The theme that both use. */
  readonly theme: string | null
  /** What was left out, for people. */
  readonly without: readonly string[]
}

/** Values over a site's configuration. */
export function overlayFor(folder: string, gems: ReadonlySet<string>): Overlay {
  const { raw } = readSiteConfig(readFileSync(join(folder, '_config.yml'), 'utf8'))
  const overrides: Record<string, unknown> = { safe: false, plugins_dir: '_no_plugins' }
  const configured = [raw.get('plugins') ?? raw.get('gems') ?? []].flat().map(String)
  const named = [...new Set([...configured, ...bundledPlugins(folder)])]
  const without = named.filter((name) => !gems.has(name))
  const plugins = named.filter((name) => gems.has(name))
  overrides['plugins'] = plugins
  // The name of old, which Jekyll 4 does not read.
  overrides['gems'] = []
  const wanted = raw.get('theme')
  const theme = typeof wanted === 'string' && gems.has(wanted) ? wanted : null
  if (typeof wanted === 'string' && theme === null) {
    overrides['theme'] = false
    without.push(`theme ${wanted}`)
  }
  const markdown = raw.get('markdown')
  if (typeof markdown === 'string' && markdown.toLowerCase() !== 'kramdown') {
    overrides['markdown'] = 'kramdown'
    without.push(`markdown ${markdown}`)
  }
  if (existsSync(join(folder, '_plugins'))) without.push('_plugins')
  return { overrides, plugins, theme, without }
}

/** Gems of the group that Jekyll loads where Bundler runs; with the set of GitHub Pages, its common ones. */
function bundledPlugins(folder: string): string[] {
  const gemfile = join(folder, 'Gemfile')
  if (!existsSync(gemfile)) return []
  const text = readFileSync(gemfile, 'utf8').replace(/^\s*#.*$/gm, '')
  const group = [...text.matchAll(/^group :jekyll_plugins.*$([^]*?)^end/gm)].map(([, body]) => body)
  const single = text.split('\n').filter((line) => /group:? ?=?>? ?:jekyll_plugins/.test(line))
  const lines = [...group, ...single].join('\n')
  const names = [...lines.matchAll(/^\s*gem ["']([\w-]+)["']/gm)].map(([, name]) => name ?? '')
  const isPages = /gem ["']github-pages["']/.test(text)
  return [...names, ...(isPages ? ['jekyll-relative-links', 'jekyll-seo-tag'] : [])].filter(
    (name) => name.startsWith('jekyll-'),
  )
}
