/**
 * Themes that are there without a gem.
 *
 * The files of minima are written anew from the pages that Jekyll 4.3.1 makes with minima 2.5 (recorded in
 * `fixtures/sites/minima`). What those pages hold (elements, classes, white space, measures of the style
 * sheet) is kept; names and steps inside the templates, and the drawings, are our own.
 */

import { readdir, readFile } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { YamlMap } from '../../content/yaml/value.js'
import type { Reporter } from '../base/report.js'
import { text } from '../base/settings.js'
import type { Theme } from '../items/site.js'

interface KnownTheme extends Omit<Theme, 'files'> {
  readonly folder: string
}

const MINIMA: KnownTheme = {
  name: 'minima',
  version: '2.5.1',
  about: {
    authors: 'Joel Glovier',
    description: 'A beautiful, minimal theme for Jekyll.',
    dependencies: ['jekyll (>= 3.5, < 5.0)', 'jekyll-feed (~> 0.9)', 'jekyll-seo-tag (~> 2.1)'],
    metadata: { plugin_type: 'theme' },
    root: 'minima-2.5.1',
  },
  plugins: ['jekyll-feed', 'jekyll-seo-tag'],
  folder: fileURLToPath(new URL('minima', import.meta.url)),
}

const THEMES: ReadonlyMap<string, KnownTheme> = new Map([[MINIMA.name, MINIMA]])

/** The theme that the configuration names; one that is unknown is a warning. */
export async function findTheme(config: YamlMap, reporter: Reporter): Promise<Theme | null> {
  const wanted = config.get('theme')
  const name = wanted === false ? null : text(wanted)
  const remote = text(config.get('remote_theme'))
  if (remote !== null)
    reporter.warn(advice(`The remote theme '${remote}'`), {
      path: '_config.yml',
      key: 'remote_theme',
    })
  if (name === null) return null
  const theme = THEMES.get(name)
  if (theme !== undefined) return { ...theme, files: await readFiles(theme.folder) }
  reporter.warn(advice(`The theme '${name}'`), { path: '_config.yml', key: 'theme' })
  return null
}

/** Path in the theme -> text, in the order of the paths. */
async function readFiles(folder: string): Promise<Map<string, string>> {
  const found = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = found.filter((entry) => entry.isFile())
  const read = files.map(async ({ parentPath, name }): Promise<[string, string]> => {
    const file = join(parentPath, name)
    return [relative(folder, file).split(sep).join('/'), await readFile(file, 'utf8')]
  })
  return new Map((await Promise.all(read)).sort(([a], [b]) => (a < b ? -1 : 1)))
}

function advice(what: string): string {
  return `${what} is not available; put its _layouts, _includes, _sass and assets into the site.`
}
