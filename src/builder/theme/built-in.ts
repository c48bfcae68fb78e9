/**
 * Themes that are there without a gem.
 *
 * The files of minima are written anew from the pages that Jekyll 4.3.1 makes with minima 2.5 (recorded in
 * `fixtures/sites/minima`). What those pages hold (elements, classes, white space, measures of the style
 * sheet) is kept; names and steps inside the templates, and the drawings, are our own.
 */

import { fileURLToPath } from 'node:url'
import { satisfies } from '../../content/gems/version.js'
import { folderSource } from '../base/source.js'
import type { Theme } from '../items/site.js'
import { pathsOf } from './paths.js'
import type { WantedTheme } from './wanted.js'

interface KnownTheme extends Pick<Theme, 'name' | 'version' | 'about' | 'plugins'> {
  readonly folder: string
  /** The line of releases that it stands for. */
  readonly line: RegExp
}

const MINIMA: KnownTheme = {
  name: 'minima',
  version: '2.5.1',
  line: /^2\.5(?:\.|$)/,
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

/** If a theme that is built in is what a site asks for, in that version. */
export function isBuiltIn(wanted: WantedTheme): boolean {
  const known = wanted.kind === 'gem' ? THEMES.get(wanted.name) : undefined
  if (known === undefined || wanted.kind !== 'gem') return false
  if (wanted.locked !== null) return known.line.test(wanted.locked)
  return satisfies(known.version, wanted.requirements)
}

/** The theme that is built in under the name of a gem, whichever version is asked for; null for none. */
export async function builtInTheme(name: string): Promise<Theme | null> {
  const known = THEMES.get(name)
  if (known === undefined) return null
  const { version, about, plugins, folder } = known
  const source = folderSource(folder)
  const files = await pathsOf(source)
  const id = `built in: ${name} ${version}`
  return { name, version, id, about, plugins, files, source, config: new Map(), modifiedAt: null }
}
