/** jekyll-titles-from-headings: the first heading is the title of a page that has none. */

import type { YamlValue } from '../../content/yaml/value.js'
import { addExcerpt } from '../generate/excerpts.js'
import { Document } from '../items/document.js'
import type { Page } from '../items/page.js'
import { stripHtml } from '../render/filters/standard.js'
import { normalizeWhitespace } from '../render/filters/text.js'
import { isTruthy, section } from '../base/settings.js'
import { documentsOf } from '../items/site.js'
import { LOWEST, type GeneratorContext, type Plugin } from '../render/plugin.js'

// The text has to begin with it; the closing marks of a heading stay in its title.
const HEADING = /\s*(?:#{1,3}\s+(.*)|(.+)\r?\n[-=]+[ \t]*)$/my

function generate({ site, host, blockTags }: GeneratorContext): void {
  const options = section(site.settings.config, 'titles_from_headings')
  if (options.get('enabled') === false) return
  const withDocuments = isTruthy(options.get('collections'))
  const items = withDocuments ? [...site.pages, ...documentsOf(site)] : site.pages
  for (const item of items) {
    if (!host.isMarkdown(item) || hasOwnTitle(item)) continue
    const heading = firstHeading(item.content)
    if (heading === null) continue
    const title = normalizeWhitespace(stripHtml(host.markdownify(heading.title)))
    item.data.set('title', title)
    const strips = valueOf(item, 'strip_title') ?? options.get('strip_title')
    if (!isTruthy(strips)) continue
    item.content = item.content.slice(heading.end).trim()
    if (item instanceof Document && item.collection.label === 'posts') {
      addExcerpt(site, item, blockTags)
    }
  }
}

function valueOf(item: Page | Document, key: string): YamlValue | undefined {
  return item instanceof Document ? item.data.get(key) : item.dataOrDefault(key)
}

// The plugin takes every title of a document for one that its name gave.
function hasOwnTitle(item: Page | Document): boolean {
  const title = item.data.get('title')
  return !(item instanceof Document) && title !== undefined && title !== null
}

function firstHeading(content: string): { title: string; end: number } | null {
  HEADING.lastIndex = 0
  const found = HEADING.exec(content)
  if (found === null) return null
  return { title: (found[1] ?? found[2] ?? '').trim(), end: found[0].length }
}

/** The plugin. */
export const TITLES_FROM_HEADINGS: Plugin = {
  name: 'jekyll-titles-from-headings',
  generators: [{ priority: LOWEST, run: generate }],
}
