/** jekyll-include-cache: an include that is rendered once for each set of parameters. */

import { INCLUDE_CACHED_TAG } from '../render/tags/include.js'
import type { Plugin } from '../render/plugin.js'

/** The plugin. */
export const INCLUDE_CACHE: Plugin = { name: 'jekyll-include-cache', tags: [INCLUDE_CACHED_TAG] }
