/**
 * jekyll-mentions: `@name` becomes a link to the person. The body of a page with an `@` is written anew as
 * the plugin's reader of HTML understands it.
 */

import type { YamlMap } from '../../content/yaml/value.js'
import type { Item } from '../items/item.js'
import { Page } from '../items/page.js'
import { section, text } from '../base/settings.js'
import { rewriteHtml4 } from './html4/rewrite.js'
import type { Plugin } from '../render/plugin.js'

const MENTION = /(?<!\w)@(\w[\w-]*)(?![\w/-]|\.\w)/g
// `@mention` itself is a word about mentions.
const WORDS = new Set(['mention', 'mentions', 'mentioned', 'mentioning'])
const SKIPPED = new Set(['pre', 'code', 'tt', 'a', 'script', 'style'])

const KEY = 'jekyll-mentions'

function rootOf(config: YamlMap): string | null {
  return text(config.get(KEY)) ?? text(section(config, KEY).get('base_url'))
}

// A page without a body is all body.
function link(root: string, item: Item): void {
  const html = item.output ?? ''
  const opening = /<body[^>]*>\s*/.exec(html)
  const start = opening ? opening.index + opening[0].length : 0
  const close = opening ? html.indexOf('</body>', start) : -1
  const end = close < 0 ? html.length : close
  const body = html.slice(start, end)
  if (body.search(MENTION) < 0) return
  const linked = rewriteHtml4(body, SKIPPED, (words) =>
    words.replace(MENTION, (whole, name: string) =>
      WORDS.has(name.toLowerCase())
        ? whole
        : `<a href="${root}/${name}" class="user-mention">@${name}</a>`,
    ),
  )
  item.output = html.slice(0, start) + linked + html.slice(end)
}

/** The plugin. */
export const MENTIONS: Plugin = {
  name: 'jekyll-mentions',
  knowsBlank: true,
  rendered: ({ site }, item) => {
    if (item.output?.includes('@') !== true || (item instanceof Page && !item.isHtml)) return
    const own = item instanceof Page ? item.dataOrDefault(KEY) : item.data.get(KEY)
    if (own === false) return
    const root = rootOf(item.data) ?? rootOf(site.settings.config) ?? 'https://github.com'
    link(root.replace(/\/$/, ''), item)
  },
}
