/**
 * The plugins that are built in, by the names that `plugins:` gives them.
 */

import type { Reporter } from '../report.js'
import type { Plugin } from './plugin.js'
import { FEED } from './feed.js'
import { INCLUDE_CACHE } from './include-cache.js'
import { PAGINATE } from './paginate.js'
import { REDIRECT_FROM } from './redirect-from.js'
import { RELATIVE_LINKS } from './relative-links.js'
import { SEO_TAG } from './seo-tag.js'
import { SITEMAP } from './sitemap.js'

const PLUGINS: ReadonlyMap<string, Plugin> = new Map(
  [FEED, SEO_TAG, SITEMAP, PAGINATE, REDIRECT_FROM, RELATIVE_LINKS, INCLUDE_CACHE].map((plugin) => [
    plugin.name,
    plugin,
  ]),
)

// They add nothing that a build shows.
const WITHOUT_EFFECT = new Set(['minima', 'jekyll-watch', 'webrick', 'jekyll-sass-converter'])

/** The plugins of a site; a name that is unknown is a warning. */
export function findPlugins(names: readonly string[], reporter: Reporter): Plugin[] {
  return names.flatMap((name) => {
    const plugin = PLUGINS.get(name)
    if (plugin !== undefined) return [plugin]
    if (!WITHOUT_EFFECT.has(name)) {
      reporter.warn(`The plugin '${name}' is not available; the site is built without it.`, {
        path: '_config.yml',
      })
    }
    return []
  })
}
