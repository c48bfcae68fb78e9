/**
 * jemoji: `:name:` becomes the image of GitHub's emoji of that name, in HTML pages and documents, wherever there is
 * text but in `pre`, `code` and `tt`. The rest of the page stays as it is written, where the plugin writes a page with
 * an emoji anew.
 *
 * `emoji: {src: …}` names where the folder `emoji` with the images is.
 */

import { Page } from '../../items/page.js'
import { section, text } from '../../base/settings.js'
import { emojiImages } from './emoji-names.js'
import { mapText } from '../html-text.js'
import type { Plugin } from '../../render/plugin.js'

const SOURCE = 'https://github.githubassets.com/images/icons'
const SKIPPED = ['pre', 'code', 'tt']
// Names may share a colon with what is none: `:no:cat:`.
const NAME = /:(?=([\w+-]+):)/g

function withImages(words: string, source: string): string {
  const images = emojiImages()
  let result = ''
  let at = 0
  for (const { index, 1: name = '' } of words.matchAll(NAME)) {
    const image = images.get(name)
    if (image === undefined || index < at) continue
    result += words.slice(at, index) + element(name, `${source}/emoji/unicode/${image}.png`)
    at = index + name.length + 2
  }
  return result + words.slice(at)
}

function element(name: string, address: string): string {
  const attributes = `title=":${name}:" alt=":${name}:" src="${address}" height="20" width="20"`
  return `<img class="emoji" ${attributes}>`
}

/** The plugin. */
export const EMOJI: Plugin = {
  name: 'jemoji',
  knowsBlank: true,
  rendered: ({ site }, item) => {
    const { output } = item
    if (output === null || (item instanceof Page && !item.isHtml) || !/:[\w+-]+:/.test(output))
      return
    const own = text(section(site.settings.config, 'emoji').get('src'))
    const source = (own ?? SOURCE).replace(/\/$/, '')
    item.output = mapText(output, SKIPPED, (words) => withImages(words, source))
  },
}
