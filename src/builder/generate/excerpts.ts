/** Excerpts: the text before the separator, its open Liquid blocks closed, its link definitions added. */

// jekyll/excerpt.rb: extract_excerpt

import { Document } from '../items/document.js'
import { Excerpt } from '../items/excerpt.js'
import type { Item } from '../items/item.js'
import { Page } from '../items/page.js'
import type { Reporter } from '../base/report.js'
import { text } from '../base/settings.js'
import { documentsOf, type Site } from '../items/site.js'

/** Gives every document its excerpt, and pages where `page_excerpts` asks for them. */
export function generateExcerpts(site: Site, blockTags: ReadonlySet<string>): void {
  for (const doc of documentsOf(site)) if (!hasSilentExcerpt(doc)) addExcerpt(site, doc, blockTags)
  if (!site.settings.pageExcerpts) return
  for (const page of site.pages) if (page.isHtml) addExcerpt(site, page, blockTags)
}

/** Whether a document has its excerpt from a build before, and a new one would warn of nothing. */
function hasSilentExcerpt({ excerpt }: Document): boolean {
  return excerpt !== null && !excerpt.content.includes('{%')
}

/** Gives an item its excerpt, unless its front matter has one. */
export function addExcerpt(
  site: Site,
  item: Document | Page,
  blockTags: ReadonlySet<string>,
): void {
  const own = item.data.get('excerpt')
  if (own === undefined || own === null || own === false) makeExcerpt(site, item, blockTags)
}

/** Makes the excerpt anew of changed content; it comes before one of the front matter. */
export function makeExcerpt(
  site: Site,
  item: Document | Page,
  blockTags: ReadonlySet<string>,
): void {
  if ('collection' in item && item.isBroken) return
  const separator = text(item.data.get('excerpt_separator')) ?? site.settings.excerptSeparator
  if (separator === '') return
  const content = extractExcerpt(item.content, {
    separator,
    blockTags,
    path: item.path,
    reporter: site.reporter,
    isOld: site.settings.jekyll === '3.10',
  })
  item.excerpt = new Excerpt(item, content)
}

interface ExtractOptions {
  readonly separator: string
  readonly blockTags: ReadonlySet<string>
  readonly path: string
  readonly reporter: Reporter
  /** Jekyll 3.10 parts link definitions from the text where there are none, too. */
  readonly isOld: boolean
}

/** The text of the excerpt. */
function extractExcerpt(content: string, options: ExtractOptions): string {
  const at = content.indexOf(options.separator)
  if (at < 0) return content
  const tail = content.slice(at + options.separator.length)
  if (tail === '') return content.slice(0, at)
  const head = closeBlocks(content.slice(0, at), options)
  const definitions = linkDefinitions(head, tail)
  return definitions.length === 0 && !options.isOld ? head : `${head}\n\n${definitions.join('\n')}`
}

function closeBlocks(head: string, { blockTags, path, reporter }: ExtractOptions): string {
  if (!head.includes('{%')) return head
  let closed = head
  for (const name of new Set(tagNames(head).toReversed())) {
    if (!blockTags.has(name) || new RegExp(`\\{%-?\\s*end${name}`).test(closed)) continue
    closed += `\n{% end${name} %}`
  }
  if (closed !== head) {
    reporter.warn('The excerpt ends inside a Liquid block, which was closed there', { path })
  }
  return closed
}

/** Names of the tags of a text that are closed. */
function tagNames(text: string): string[] {
  const names: string[] = []
  let end = 0
  for (const { 1: name = '', index } of text.matchAll(/\{%-?\s*(\w+)/g)) {
    if (index < end) continue
    const close = text.indexOf('%}', index + 2)
    if (close < 0) break
    end = close + 2
    names.push(name)
  }
  return names
}

function linkDefinitions(head: string, tail: string): string[] {
  const definitions: string[] = []
  let [close, end] = [-1, 0]
  for (const { 0: start, index } of tail.matchAll(/^ {0,3}\[/gm)) {
    const open = index + start.length - 1
    if (index < end) continue
    if (close < open + 2) close = tail.indexOf(']', open + 2)
    if (close < 0) break
    const rest = /:.+$/my
    rest.lastIndex = close + 1
    const [text] = rest.exec(tail) ?? []
    if (text === undefined || tail[open + 1] === ']') continue
    end = close + text.length
    const id = tail.slice(open, close + 1)
    if (head.includes(id)) definitions.push(id + text)
  }
  return definitions
}

/** The excerpt of an item; null where it has none. */
export function excerptOf(item: Item): Excerpt | null {
  return item instanceof Page || item instanceof Document ? item.excerpt : null
}
