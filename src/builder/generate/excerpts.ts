/**
 * Excerpts: the text before the separator, its open Liquid blocks closed, its link definitions added.
 */

// jekyll/excerpt.rb: extract_excerpt

import type { Document } from '../items/document.js'
import { Excerpt } from '../items/excerpt.js'
import type { Page } from '../items/page.js'
import type { Reporter } from '../report.js'
import { text } from '../settings.js'
import { documentsOf, type Site } from '../site.js'

/** Gives every document its excerpt, and pages where `page_excerpts` asks for them. */
export function generateExcerpts(site: Site, blockTags: ReadonlySet<string>): void {
  for (const doc of documentsOf(site)) addExcerpt(site, doc, blockTags)
  if (!site.settings.pageExcerpts) return
  for (const page of site.pages) if (page.isHtml) addExcerpt(site, page, blockTags)
}

/** Makes the excerpt anew after the content changed. */
export function addExcerpt(
  site: Site,
  item: Document | Page,
  blockTags: ReadonlySet<string>,
): void {
  const own = item.data.get('excerpt')
  const separator = text(item.data.get('excerpt_separator')) ?? site.settings.excerptSeparator
  if ((own !== undefined && own !== null && own !== false) || separator === '') return
  const content = extractExcerpt(item.content, {
    separator,
    blockTags,
    path: item.path,
    reporter: site.reporter,
  })
  item.excerpt = new Excerpt(item, content)
}

interface ExtractOptions {
  readonly separator: string
  readonly blockTags: ReadonlySet<string>
  readonly path: string
  readonly reporter: Reporter
}

/** The text of the excerpt. */
export function extractExcerpt(content: string, options: ExtractOptions): string {
  const at = content.indexOf(options.separator)
  if (at < 0) return content
  const tail = content.slice(at + options.separator.length)
  if (tail === '') return content.slice(0, at)
  const head = closeBlocks(content.slice(0, at), options)
  const definitions = linkDefinitions(head, tail)
  return definitions.length === 0 ? head : `${head}\n\n${definitions.join('\n')}`
}

function closeBlocks(head: string, { blockTags, path, reporter }: ExtractOptions): string {
  if (!head.includes('{%')) return head
  const names = [...head.matchAll(/\{%-?\s*(\w+)[^%]*(?:%(?!\})[^%]*)*%\}/g)].map((m) => m[1] ?? '')
  let closed = head
  for (const name of names.toReversed()) {
    if (!blockTags.has(name) || new RegExp(`\\{%-?\\s*end${name}`).test(closed)) continue
    closed += `\n{% end${name} %}`
  }
  if (closed !== head) {
    reporter.warn('The excerpt ends inside of a Liquid block, which was closed', { path })
  }
  return closed
}

function linkDefinitions(head: string, tail: string): string[] {
  const found = tail.matchAll(/^ {0,3}(\[[^\]]+\])(:.+)$/gm)
  return [...found].flatMap(([, id = '', rest = '']) => (head.includes(id) ? [id + rest] : []))
}
