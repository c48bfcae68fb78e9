/**
 * jekyll-titles-from-headings: the first heading is the title of a page that has none.
 */

import { titleizeSlug } from '../../content/slug.js'
import { Document } from '../items/document.js'
import type { Page } from '../items/page.js'
import { stripOf } from '../liquid/scan.js'
import { stripHtml } from '../render/filters/standard.js'
import { normalizeWhitespace } from '../render/filters/text.js'
import { isTruthy, section, text } from '../settings.js'
import { documentsOf } from '../site.js'
import { LOWEST, type GeneratorContext, type Plugin } from './plugin.js'

const ATX = /^ {0,3}#{1,3}[ \t](.*)$/m
const SETEXT = /^(.+)\r?\n[-=]+[ \t]*$/m

function generate({ site, host }: GeneratorContext): void {
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
    if (isTruthy(options.get('strip_title'))) item.content = item.content.replace(heading.text, '')
  }
}

function hasOwnTitle(item: Page | Document): boolean {
  const title = item.data.get('title')
  if (!isTruthy(title)) return false
  return !(item instanceof Document) || title !== titleizeSlug(text(item.data.get('slug')) ?? '')
}

function firstHeading(content: string): { title: string; text: string } | null {
  const atx = ATX.exec(content)
  const setext = SETEXT.exec(content)
  if (atx !== null && (setext === null || atx.index <= setext.index)) {
    return { title: withoutMarks(atx[1] ?? ''), text: atx[0] }
  }
  return setext === null ? null : { title: setext[1] ?? '', text: setext[0] }
}

/** The text of a heading, without blanks and the marks that may close it. */
function withoutMarks(text: string): string {
  const marks = stripOf(text, ' \t').replace(/(?<!#)#+$/, '')
  return stripOf(marks, ' \t')
}

/** The plugin. */
export const TITLES_FROM_HEADINGS: Plugin = {
  name: 'jekyll-titles-from-headings',
  generators: [{ priority: LOWEST, run: generate }],
}
