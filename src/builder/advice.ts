/**
 * What a site needs that is not here, said before anybody wonders: plugins in Ruby, those in JavaScript
 * where they are not run, and settings of programs that are not there.
 */

import { basename } from 'node:path/posix'
import { askedJekyll, GITHUB_PAGES, JEKYLL_KEY } from '../content/jekyll-setting.js'
import type { Tree } from './read/tree.js'
import { readText } from './read/text.js'
import type { Reporter } from './base/report.js'
import { definedNames } from './site-plugins/names.js'
import { isInCollection, pluginPaths } from './site-plugins/plugin-files.js'
import { isTruthy, text, type Settings } from './base/settings.js'
import type { Source } from './base/source.js'

/** A tag or filter that a plugin of the site defines -> where, and why it is not there. */
type PluginNames = ReadonlyMap<string, string>

interface Advised {
  readonly source: Source
  readonly tree: Tree
  readonly settings: Settings
  readonly reporter: Reporter
  /** Whether the site's plugins in JavaScript are run. */
  readonly areOwnRun: boolean
}

/** Warns of what is there and has no effect; errors about unknown tags name the plugin that they need. */
export async function advise(site: Advised): Promise<void> {
  adviseOnSettings(site)
  const names = new Map<string, string>()
  for (const path of pluginPaths(site.tree, site.settings, '.rb').slice(0, MAX_FILES)) {
    const ruby = await readText(site.source, path)
    const defined = definedIn(ruby)
    for (const name of [...defined.tags, ...defined.filters])
      names.set(name, `${path} defines this #, but plugins in Ruby are not run`)
    const what = describe(defined)
    const message = `Plugins in Ruby are not run: ${basename(path)} ${what} and is left out.`
    site.reporter.warn(message, { path })
  }
  await adviseOnJavaScript(site, names)
  site.reporter.explainWith((message) => withPlugin(message, names))
}

/** Plugins that are named one by one; more of them are a program of its own. */
const MAX_FILES = 100

async function adviseOnJavaScript(
  { source, tree, settings, reporter, areOwnRun }: Advised,
  names: Map<string, string>,
): Promise<void> {
  const isSafe = isTruthy(settings.config.get('safe'))
  const reason = isSafe ? 'because of `safe: true` in _config.yml' : 'unless --site-plugins is set'
  for (const path of pluginPaths(tree, settings, '.js').slice(0, MAX_FILES)) {
    const isShared = isInCollection(settings, path)
    if (areOwnRun && !isShared) continue
    const { tags, blocks, filters, hasGenerator } = definedNames(await readText(source, path))
    for (const name of [...tags, ...blocks, ...filters])
      names.set(name, `${path} defines this #, which is not run ${isShared ? 'there' : reason}`)
    const what = describe({
      tags: [...tags, ...blocks],
      filters,
      kinds: hasGenerator ? ['makes pages'] : [],
    })
    const why = isShared
      ? 'Plugins in the folder of a collection are not run, because writers may put files there'
      : `Plugins in JavaScript are not run ${reason}`
    reporter.warn(`${why}: ${basename(path)} ${what} and is left out.`, { path })
  }
}

interface Defined {
  readonly tags: readonly string[]
  readonly filters: readonly string[]
  readonly kinds: readonly string[]
}

const TAG = /\bregister_tag\s*\(?\s*(?::(\w+)|["']([\w-]+)["'])/g
const METHOD = /^\s*def\s+(?!self\.|initialize\b)(\w+[?!]?)/gm

/** Kinds of plugins by what their code names, in the words of a report. */
const KINDS: readonly (readonly [RegExp, string])[] = [
  [/<\s*(?:::)?(?:Jekyll::)?Generator\b/, 'makes pages or data'],
  [/<\s*(?:::)?(?:Jekyll::)?Converter\b/, 'converts files'],
  [/\bHooks\.register\b/, 'changes what is built (hooks)'],
  [/<\s*(?:::)?(?:Jekyll::)?Command\b/, 'adds a command'],
  [/\b(?:class|module)\s+(?:Jekyll|Liquid|Kramdown|Rouge)\b/, 'changes Jekyll itself'],
]

function definedIn(ruby: string): Defined {
  const code = ruby.replace(/^\s*#.*$/gm, '')
  const tags = [...code.matchAll(TAG)].map(([, symbol, name]) => symbol ?? name ?? '')
  const isFilter = /\bregister_filter\b/.test(code)
  const filters = isFilter ? [...code.matchAll(METHOD)].map(([, name]) => name ?? '') : []
  const found = KINDS.filter(([pattern]) => pattern.test(code)).map(([, words]) => words)
  // Every plugin is in Jekyll's module: only what does nothing else changes it.
  const isKnown = tags.length > 0 || isFilter || found.length > 1
  return { tags, filters, kinds: isKnown ? found.filter((one) => !one.includes('itself')) : found }
}

function describe({ tags, filters, kinds }: Defined): string {
  const list = (noun: string, names: readonly string[]) =>
    names.length === 0
      ? []
      : [`defines the ${noun}${names.length > 1 ? 's' : ''} ${[...new Set(names)].join(', ')}`]
  const all = [...list('tag', tags), ...list('filter', filters), ...kinds]
  return all.length === 0 ? 'does something unknown' : all.join(', ')
}

function adviseOnSettings({ settings, reporter }: Advised): void {
  const { config } = settings
  const warn = (key: string, message: string) => {
    reporter.warn(message, { path: '_config.yml', key })
  }
  if (askedJekyll(config.get(JEKYLL_KEY)) === 'unknown') {
    const versions = `${GITHUB_PAGES}, 3.10, 4.3 or 4.4`
    warn(JEKYLL_KEY, `${JEKYLL_KEY} must be ${versions}; the site is built as by Jekyll 4.3.`)
  }
  if (config.get('lsi') === true)
    warn('lsi', 'lsi is not supported: related posts are the newest ones.')
  if (text(config.get('highlighter')) === 'pygments')
    warn(
      'highlighter',
      'Pygments is not available, so {% highlight %} shows code without colours: set highlighter: rouge.',
    )
}

/** What is wrong, with where an unknown tag or filter comes from. */
function withPlugin(message: string, names: PluginNames): string {
  const [, tag, filter] = /Unknown tag '([^']+)'|undefined filter (\S+)/.exec(message) ?? []
  const name = tag ?? filter
  if (name === undefined) return message
  const defined = names.get(name)
  const what = tag === undefined ? 'filter' : 'tag'
  if (defined !== undefined) return `${message}: ${defined.replace('#', what)}`
  return `${message}: Jekyll has no such ${what}; it may belong to a plugin that is not available`
}
