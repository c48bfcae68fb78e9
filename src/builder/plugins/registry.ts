/** The plugins that are built in, by the names that `plugins:` gives them. */

import type { Reporter } from '../base/report.js'
import type { Plugin } from '../render/plugin.js'
import { ARCHIVES } from './archives.js'
import { AVATAR } from './avatar.js'
import { EMOJI } from './emoji/emoji.js'
import { DEFAULT_LAYOUT } from './default-layout.js'
import { FEED } from './feed/feed.js'
import { GIST } from './gist.js'
import { GITHUB_EDIT_LINK } from './edit-link.js'
import { INCLUDE_CACHE } from './include-cache.js'
import { LAST_MODIFIED_AT } from './last-modified-at.js'
import { MENTIONS } from './mentions.js'
import { OPTIONAL_FRONT_MATTER } from './optional-front-matter.js'
import { PAGINATE } from './paginate.js'
import { PAGINATE_V2 } from './paginate-v2/paginate-v2.js'
import { POSTFILES } from './postfiles.js'
import { README_INDEX } from './readme-index.js'
import { REDIRECT_FROM } from './redirect-from.js'
import { RELATIVE_LINKS } from './relative-links.js'
import { SEO_TAG } from './seo/seo-tag.js'
import { SITEMAP } from './sitemap.js'
import { TITLES_FROM_HEADINGS } from './titles-from-headings.js'
import { TOC } from './toc/toc.js'

const ALL: readonly Plugin[] = [
  ARCHIVES,
  AVATAR,
  DEFAULT_LAYOUT,
  EMOJI,
  FEED,
  GIST,
  GITHUB_EDIT_LINK,
  INCLUDE_CACHE,
  LAST_MODIFIED_AT,
  MENTIONS,
  OPTIONAL_FRONT_MATTER,
  PAGINATE,
  PAGINATE_V2,
  POSTFILES,
  README_INDEX,
  REDIRECT_FROM,
  RELATIVE_LINKS,
  SEO_TAG,
  SITEMAP,
  TITLES_FROM_HEADINGS,
  TOC,
]

const PLUGINS: ReadonlyMap<string, Plugin> = new Map(ALL.map((plugin) => [plugin.name, plugin]))

// They add nothing that a build shows.
const WITHOUT_EFFECT = new Set([
  'minima',
  'jekyll-watch',
  'webrick',
  'jekyll-sass-converter',
  // What a theme has is read without them.
  'jekyll-data',
  'jekyll-remote-theme',
  // Built in.
  'jekyll-commonmark',
  'jekyll-commonmark-ghpages',
  'kramdown',
  'kramdown-parser-gfm',
  'rouge',
  'liquid',
])

// What is not done without them, and what to do.
const MISSING: ReadonlyMap<string, string> = new Map([
  [
    'jekyll-coffeescript',
    'CoffeeScript is not compiled: files that end in .coffee are published as they are. Compile them to ' +
      'JavaScript, and put that into the site.',
  ],
])

/**
 * The plugins of a site; a name that is unknown is a warning.
 *
 * @param names each with the file that names it
 */
export function findPlugins(names: ReadonlyMap<string, string>, reporter: Reporter): Plugin[] {
  return [...names].flatMap(([name, path]) => {
    const plugin = PLUGINS.get(name)
    if (plugin !== undefined) return [plugin]
    if (!WITHOUT_EFFECT.has(name)) {
      const message = `The plugin '${name}' is not available; the site is built without it.`
      reporter.warn(MISSING.get(name) ?? message, { path, key: 'plugins' })
    }
    return []
  })
}
