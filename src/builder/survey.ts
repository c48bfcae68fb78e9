/**
 * What a site needs that is not here, before anybody builds it: its theme, tags and filters of plugins,
 * plugins in Ruby, gems. Nothing is rendered.
 */

import { open } from 'node:fs/promises'
import { STANDARD_FILTERS } from '../liquid/filters/standard.js'
import { STANDARD_TAGS } from '../liquid/tags/standard.js'
import { loadConfig, type Loaded } from './config.js'
import { prepare, type Prepared } from './prepare.js'
import { readText } from './read/text.js'
import { JEKYLL_FILTERS, JEKYLL_TAGS } from './render/engine.js'
import { BuildError } from './base/build-error.js'
import { JEKYLL_KEY } from '../content/jekyll-setting.js'
import { Reporter, type Said } from './base/report.js'
import type { BuildRequest, Diagnostic } from './base/request.js'
import { section, text } from './base/settings.js'
import { SourceError, type Source } from './base/source.js'
import { usesIn } from './survey-uses.js'

/** Files that are looked at, and bytes of each; what is beyond shows when the site is built. */
const MAX_FILES = 5000
const MAX_BYTES = 256 * 1024
const READ_BYTES = 1024 * 1024

const TEMPLATE = /\.(?:html?|md|markdown|mkdn?|xml|txt|json|css|scss|sass|js|svg|liquid)$/i

/**
 * Errors stop a build; what weighs more comes first.
 *
 * @param source the site; none of its files is changed
 * @param now milliseconds since the Unix epoch
 * @param options.sitePlugins whether a build runs the site's plugins in JavaScript; here nothing runs
 * @param options.themes where fetched themes are
 * @returns one error where the configuration cannot be read
 */
export async function surveySite(
  source: Source,
  now: number,
  options: Pick<BuildRequest, 'sitePlugins' | 'themes' | 'withoutGemfile'> = {},
): Promise<readonly Diagnostic[]> {
  const reporter = new Reporter()
  const request = { source: '/', destination: '/nowhere', now, safe: true, ...options }
  try {
    await survey(source, request, reporter)
  } catch (error) {
    if (!(error instanceof BuildError)) throw error
    reporter.error(error.message, error)
  }
  return reporter.diagnostics
    .map((said) => ({ said, weight: weightOf(said) }))
    .sort((a, b) => b.weight - a.weight)
    .map(({ said: { severity, path, line, column, message } }) => ({
      severity,
      path,
      line,
      column,
      message,
    }))
}

async function survey(source: Source, request: BuildRequest, reporter: Reporter): Promise<void> {
  const loaded = await loadConfig(source, request, reporter)
  const prepared = await prepare(request, { source, ...loaded, reporter, isSurvey: true })
  try {
    reportJekyll(loaded, reporter)
    await reportUses(prepared)
  } finally {
    await prepared.close()
  }
}

/** Says which Jekyll the site is built as, where it says nothing itself. */
function reportJekyll({ jekyll }: Loaded, reporter: Reporter): void {
  const { version, isGithubPages, isGuessed, reason } = jekyll
  if (!isGuessed) return
  const as = isGithubPages ? `GitHub Pages, with Jekyll ${version}` : `Jekyll ${version}`
  const message = `The site is built as by ${as}: ${reason} ${JEKYLL_KEY} in _config.yml chooses another.`
  reporter.warn(message, { path: null, key: 'jekyll' })
}

/** A theme gives every page its looks; a tag that is unknown stops the build. */
function weightOf({ severity, key, path }: Said): number {
  if (key === 'jekyll') return 5
  if (key === 'theme' || key === 'remote_theme') return 4
  if (severity === 'error') return 3
  if (/\.(?:rb|js)$/.test(path ?? '')) return 2
  return key === 'plugins' ? 1 : 0
}

/** Files of a site that lie elsewhere, path -> file; what is beyond a megabyte of one is left out. */
export function filesSource(files: ReadonlyMap<string, string>): Source {
  return {
    list: async function* () {
      yield* files.keys()
    },
    read: async (path) => {
      const file = files.get(path)
      if (file === undefined) throw new SourceError('missing', path)
      const handle = await open(file)
      try {
        const size = Math.min((await handle.stat()).size, READ_BYTES)
        const { buffer, bytesRead } = await handle.read(Buffer.alloc(size), 0, size, 0)
        return buffer.subarray(0, bytesRead)
      } finally {
        await handle.close()
      }
    },
  }
}

interface Use {
  readonly path: string
  readonly line: number
  files: number
}

async function reportUses(prepared: Prepared): Promise<void> {
  const { source, reporter, settings } = prepared.reading
  const tags = new Map<string, Use>()
  const filters = new Map<string, Use>()
  const known = knownNames(prepared)
  for (const path of templates(prepared)) {
    const template = (await readText(source, path)).slice(0, MAX_BYTES)
    const uses = usesIn(template)
    for (const { name, line } of uses.tags)
      if (!known.tags.has(name)) count(tags, name, { path, line })
    for (const { name, line } of uses.filters)
      if (!known.filters.has(name)) count(filters, name, { path, line })
  }
  for (const [name, use] of byFiles(tags))
    reporter.error(`Unknown tag '${name}' in ${inFiles(use)}`, use)
  for (const [name, use] of byFiles(filters)) {
    const message = `undefined filter ${name} in ${inFiles(use)}`
    if (settings.liquid.strictFilters) reporter.error(message, use)
    else
      reporter.warn(
        `The filter '${name}' in ${inFiles(use)} is unknown and leaves its input unchanged`,
        use,
      )
  }
}

function knownNames({ plugins }: Prepared) {
  const tags = [...STANDARD_TAGS, ...JEKYLL_TAGS, ...plugins.tags]
  const filters = [...STANDARD_FILTERS, ...JEKYLL_FILTERS, ...plugins.filters]
  return {
    tags: new Set(tags.map(({ name }) => name)),
    filters: new Set(filters.map(({ name }) => name)),
  }
}

/** Texts that Liquid may run through: templates, and files of the site that have a place in it. */
function* templates({ reading }: Prepared): Generator<string> {
  const { settings, tree, filter } = reading
  const names = ['_posts', '_drafts', ...section(settings.config, 'collections').keys()]
  const kept = new Set([
    text(settings.config.get('layouts_dir')) ?? '_layouts',
    text(settings.config.get('includes_dir')) ?? '_includes',
    ...names.map((name) => (String(name).startsWith('_') ? String(name) : `_${String(name)}`)),
  ])
  let found = 0
  function* below(folder: string): Generator<string> {
    const { files, folders } = tree.get(folder) ?? { files: [], folders: [] }
    for (const name of files)
      if (TEMPLATE.test(name) && found++ < MAX_FILES)
        yield folder === '' ? name : `${folder}/${name}`
    for (const name of folders)
      if (kept.has(name) || filter.keeps(folder, name, true))
        yield* below(folder === '' ? name : `${folder}/${name}`)
  }
  yield* below('')
}

function count(uses: Map<string, Use>, name: string, at: { path: string; line: number }): void {
  const use = uses.get(name)
  if (use === undefined) uses.set(name, { ...at, files: 1 })
  else use.files++
}

function byFiles(uses: ReadonlyMap<string, Use>): [string, Use][] {
  return [...uses].sort(([, a], [, b]) => b.files - a.files)
}

function inFiles({ path, files }: Use): string {
  return files === 1 ? path : `${path} and ${files - 1} other ${files === 2 ? 'file' : 'files'}`
}
