/** jekyll-relative-links 0.7: links between Markdown files become links between their pages. */

import { Document } from '../items/document.js'
import { folderOf } from '../items/item.js'
import type { Page } from '../items/page.js'
import { makeExcerpt } from '../generate/excerpts.js'
import { matchesAny } from '../read/entry-filter.js'
import { cleanFolder, isTruthy, section, texts } from '../base/settings.js'
import { documentsOf, isWritten, type Site } from '../items/site.js'
import { decodeText, isAbsoluteUri } from '../base/uri.js'
import { relativeUrl } from '../render/filters/urls.js'
import { LinkEnds } from './link-ends.js'
import { LOWEST, type GeneratorContext, type Plugin } from '../render/plugin.js'

const FRAGMENT = String.raw`(#[^)\s]+?|#.+?|)?`
const TITLE = String.raw`(\s+"(?:\\"|[^"])*(?<!\\)"|\s+"(?:\\'|[^'])*(?<!\\)')?`
// Only from the first of blank lines: from the others it would find the same.
const FIRST_LINE = String.raw`^(?<!(?:(?<![\s\S])|\n)[^\S\n]*\n)`
const REFERENCE = new RegExp(
  String.raw`${FIRST_LINE}\s*?\[(.*?)\]: (.+?)${FRAGMENT}${TITLE}\s*?$`,
  'gm',
)

function generate(context: GeneratorContext): void {
  const { site, host, only } = context
  const options = section(site.settings.config, 'relative_links')
  if (options.get('enabled') === false) return
  const documents = documentsOf(site).filter((doc) => isWritten(site, doc))
  const urls = targetUrls(site, documents)
  const items = options.get('collections') === true ? [...site.pages, ...documents] : site.pages
  const exclude = texts(options.get('exclude') ?? [])
  for (const item of items) {
    if (only !== undefined && item !== only) continue
    if (!host.isMarkdown(item) || matchesAny(exclude, item.path, false)) continue
    item.content = replaceLinks(site, item, urls)
    if (hasExcerpt(item)) makeExcerpt(site, item, context.blockTags)
  }
}

// That of a document's front matter gives way, too; at one of a page the plugin stops.
function hasExcerpt(item: Page | Document): boolean {
  const own = item instanceof Document ? item.data.get('excerpt') : undefined
  return item.excerpt !== null || isTruthy(own)
}

function targetUrls(site: Site, documents: readonly Document[]): Map<string, string> {
  const urls = new Map<string, string>()
  for (const item of [...site.pages, ...site.staticFiles, ...documents]) {
    const path = item.path.replace(/^\//, '')
    if (!urls.has(path)) urls.set(path, item.url)
  }
  return urls
}

function replaceLinks(
  site: Site,
  item: Page | Document,
  urls: ReadonlyMap<string, string>,
): string {
  const folder = folderOf(item.path)
  const target = (link: string): string | null => {
    if (link.startsWith('#') || isAbsoluteUri(link)) return null
    const path = link.startsWith('/') ? link.slice(1) : `${folder}/${link}`
    if (leavesRoot(path)) return null
    const url = urls.get(decodeText(cleanFolder(path).replaceAll('+', ' ')))
    return url === undefined ? null : relativeUrl(site.settings.config, url)
  }
  const replaced = replaceInline(item.content, (match) =>
    rewritten(match, target, ([label, url]) => `[${label}](${url})`),
  )
  return replaced.replace(REFERENCE, (...match: string[]) =>
    rewritten(match, target, ([label, url]) => `\n[${label}]: ${url}`),
  )
}

/** Whether a path leads out of the site, also where it comes back: nothing of the site is there. */
function leavesRoot(path: string): boolean {
  let depth = 0
  for (const segment of path.split('/')) {
    if (segment === '..') depth--
    else if (segment !== '' && segment !== '.') depth++
    if (depth < 0) return true
  }
  return false
}

/** Replaces `[label](destination)`: the label is on one line, and begins with its first bracket. */
function replaceInline(text: string, write: (match: readonly string[]) => string): string {
  const ends = new LinkEnds(text)
  const lastClose = text.lastIndexOf(')')
  let [result, done, line, seen, open] = ['', 0, 0, 0, -1]
  for (
    let at = text.indexOf('](');
    at >= 0 && at < lastClose;
    at = text.indexOf('](', Math.max(done, at + 1))
  ) {
    const newline = text.slice(seen, at).lastIndexOf('\n')
    if (newline >= 0) line = seen + newline + 1
    seen = at
    const from = Math.max(done, line)
    if (open < from) open = text.indexOf('[', from)
    if (open < 0) break
    const found = open > at ? null : ends.from(at + 2)
    if (found === null) continue
    const { link, fragment, title, end } = found
    const label = text.slice(open + 1, at)
    result += text.slice(done, open)
    result += write([text.slice(open, end), label, link, fragment, title])
    done = end
  }
  return result + text.slice(done)
}

function rewritten(
  [whole = '', label = '', link = '', fragment = '', title = '']: readonly string[],
  target: (link: string) => string | null,
  write: (parts: readonly [string, string]) => string,
): string {
  const url = target(link)
  return url === null ? whole : write([label, `${url}${fragment}${title}`])
}

/** The plugin. */
export const RELATIVE_LINKS: Plugin = {
  name: 'jekyll-relative-links',
  generators: [{ priority: LOWEST, isByItem: true, run: generate }],
}
