/**
 * jekyll-mentions: `@name` becomes a link to the person. The rest of the page stays as it is written, where
 * the plugin writes a page with a mention anew.
 */

import type { YamlMap } from '../../content/yaml/value.js'
import type { Item } from '../items/item.js'
import { Page } from '../items/page.js'
import { section, text } from '../settings.js'
import { mapText } from './html-text.js'
import type { Plugin } from './plugin.js'

const MENTION = /(?<!\w)@(\w[\w-]*)(?![\w/-]|\.\w)/g
// `@mention` itself is a word about mentions.
const WORDS = new Set(['mention', 'mentions', 'mentioned', 'mentioning'])
const SKIPPED = ['pre', 'code', 'tt', 'a', 'script', 'style']

function rootOf(config: YamlMap): string | null {
  const key = 'jekyll-mentions'
  return text(config.get(key)) ?? text(section(config, key).get('base_url'))
}

function link(root: string, item: Item): void {
  item.output = mapText(item.output ?? '', SKIPPED, (words) =>
    words.replace(MENTION, (whole, name: string) =>
      WORDS.has(name.toLowerCase())
        ? whole
        : `<a href="${root}/${name}" class="user-mention">@${name}</a>`,
    ),
  )
}

/** The plugin. */
export const MENTIONS: Plugin = {
  name: 'jekyll-mentions',
  rendered: ({ site }, item) => {
    if (item.output?.includes('@') !== true || (item instanceof Page && !item.isHtml)) return
    const root = rootOf(item.data) ?? rootOf(site.settings.config) ?? 'https://github.com'
    link(root.replace(/\/$/, ''), item)
  },
}
