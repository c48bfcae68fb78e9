/** jekyll-titles-from-headings: the first heading is the title of a page that has none. */

import { makeExcerpt } from '../generate/excerpts.js'
import { Document } from '../items/document.js'
import type { Page } from '../items/page.js'
import { stripHtml } from '../render/filters/standard.js'
import { normalizeWhitespace } from '../render/filters/text.js'
import { section } from '../base/settings.js'
import { documentsOf, isWritten } from '../items/site.js'
import { LOWEST, type GeneratorContext, type Plugin } from '../render/plugin.js'

// The text has to begin with it; the closing marks of a heading stay in its title.
const HEADING = /\s*(?:#{1,3}\s+(.*)|(.+)\r?\n[-=]+[ \t]*)$/my

function generate({ site, host, blockTags, only }: GeneratorContext): void {
  const options = section(site.settings.config, 'titles_from_headings')
  if (options.get('enabled') === false) return
  const documents =
    options.get('collections') === true
      ? documentsOf(site).filter((doc) => isWritten(site, doc))
      : []
  for (const item of [...site.pages, ...documents]) {
    if (only !== undefined && item !== only) continue
    if (!host.isMarkdown(item) || hasOwnTitle(item)) continue
    const heading = firstHeading(item.content)
    if (heading !== null) item.data.set('title', titleOf(host, heading.title))
    const own = item.data.get('strip_title')
    if ((own === undefined ? options.get('strip_title') : own) !== true) continue
    item.content = item.content.slice(heading?.end ?? 0).trim()
    if (item instanceof Document && item.collection.label === 'posts') {
      makeExcerpt(site, item, blockTags)
    }
  }
}

function titleOf(host: GeneratorContext['host'], heading: string): string {
  return withoutFootnotes(normalizeWhitespace(stripHtml(host.markdownify(heading))))
}

function withoutFootnotes(title: string): string {
  let [result, from] = ['', 0]
  for (let at = title.indexOf('[^'); at >= 0; at = title.indexOf('[^', from)) {
    const end = title.indexOf(']', at)
    if (end < 0) break
    result += title.slice(from, at)
    from = end + 1
  }
  return result + title.slice(from)
}

// The plugin takes every title of a document for one that its name gave.
function hasOwnTitle(item: Page | Document): boolean {
  if (item instanceof Document) return false
  const title = item.dataOrDefault('title')
  return title !== undefined && title !== null
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
  generators: [{ priority: LOWEST, isByItem: true, run: generate }],
}
