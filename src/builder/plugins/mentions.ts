/**
 * jekyll-mentions: `@name` becomes a link to the person.
 */

import { Page } from '../items/page.js'
import { section, text } from '../settings.js'
import { mapText } from './html-text.js'
import type { Plugin } from './plugin.js'

const MENTION = /(^|[^\w`/@.])@([a-z0-9](?:[a-z0-9-]*[a-z0-9])?)(?![\w/@-]|\.\w)/gi

/** The plugin. */
export const MENTIONS: Plugin = {
  name: 'jekyll-mentions',
  rendered: ({ site }, item) => {
    if (item.output?.includes('@') !== true || (item instanceof Page && !item.isHtml)) return
    const { config } = site.settings
    const base =
      text(config.get('jekyll-mentions')) ??
      text(section(config, 'jekyll-mentions').get('base_url'))
    const root = (base ?? 'https://github.com').replace(/\/$/, '')
    item.output = mapText(item.output, (words) =>
      words.replace(
        MENTION,
        (_whole, before: string, name: string) =>
          `${before}<a href="${root}/${name}" class="user-mention">@${name}</a>`,
      ),
    )
  },
}
