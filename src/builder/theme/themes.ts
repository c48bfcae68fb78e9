/**
 * Themes that are there without a gem.
 */

import type { YamlMap } from '../../content/yaml/value.js'
import type { Reporter } from '../report.js'
import { text } from '../settings.js'
import type { Theme } from '../site.js'
import { MINIMA_ICONS, MINIMA_INCLUDES } from './minima/includes.js'
import { MINIMA_LAYOUTS } from './minima/layouts.js'
import { MINIMA_STYLES } from './minima/styles.js'

const MINIMA: Theme = {
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
  files: new Map([
    ...MINIMA_LAYOUTS,
    ...MINIMA_INCLUDES,
    ...MINIMA_STYLES,
    ['assets/minima-social-icons.svg', MINIMA_ICONS],
  ]),
}

const THEMES: ReadonlyMap<string, Theme> = new Map([[MINIMA.name, MINIMA]])

/** The theme that the configuration names; one that is unknown is a warning. */
export function findTheme(config: YamlMap, reporter: Reporter): Theme | null {
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
  if (theme !== undefined) return theme
  reporter.warn(advice(`The theme '${name}'`), { path: '_config.yml', key: 'theme' })
  return null
}

function advice(what: string): string {
  return `${what} is not available; put its _layouts, _includes, _sass and assets into the site.`
}
