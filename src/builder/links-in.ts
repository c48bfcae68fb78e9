/**
 * The links of a text, for what looks at a site without building it. Links in code and comments are none; what Liquid
 * makes of a link is known only where it is `relative_url`, `absolute_url` or `site.baseurl` of a plain text.
 */

import { createMarkdown, defaultOptions } from '../kramdown/markdown.js'

/** Characters of a text that are read, from its start: Markdown of this length takes some hundredths of a second. */
const MAX_CHARACTERS = 30_000
/** Most links of one text, and characters of one link. */
const MAX_LINKS = 500
const MAX_LINK = 1024

/** Stands for what Liquid prints; in no address. */
const UNKNOWN = '\ufffc'

const markdown = createMarkdown({ ...defaultOptions, syntax_highlighter: null, auto_ids: false })

/**
 * The values of `href` and `src` in a text, in order, each once; without those of other schemes, other hosts and of the
 * page itself, and without query and fragment. They are as they are written, so percent-encoding stays.
 */
export function linksIn(body: string, { isMarkdown }: { readonly isMarkdown: boolean }): string[] {
  const plain = withoutLiquid(body.slice(0, MAX_CHARACTERS))
  const links = new Set<string>()
  for (const tag of tagsIn(isMarkdown ? markdown.toHtml(plain).html : plain)) {
    for (const [, double, single] of tag.matchAll(ADDRESS)) {
      const link = pathIn(double ?? single ?? '')
      if (link !== null) links.add(link)
      if (links.size >= MAX_LINKS) return [...links]
    }
  }
  return [...links]
}

/** False if no link that {@link linksIn} finds has any of the names. Takes no longer for long texts. */
export function mayLinkTo(body: string, names: readonly string[]): boolean {
  const read = body.slice(0, MAX_CHARACTERS)
  return names.some((name) => read.includes(name))
}

const ADDRESS = /\s(?:href|src)\s*=\s*(?:"([^"]*)"|'([^']*)')/gi

/** A scheme, or another host. */
const ELSEWHERE = /^(?:[a-z][a-z0-9+.-]*:|\/\/)/i

function pathIn(value: string): string | null {
  const link = value.trim().replaceAll('&amp;', '&')
  const end = link.search(/[?#]/)
  const path = end < 0 ? link : link.slice(0, end)
  const isUnknown = path.includes(UNKNOWN) || path.includes(encodeURI(UNKNOWN))
  if (path === '' || path.length > MAX_LINK || isUnknown || ELSEWHERE.test(path)) return null
  return path
}

/** Elements whose content is no HTML, and where it ends. */
const OPAQUE = /^<(script|style|textarea)\b/i
const CLOSING = /<\/(?:script|style|textarea)\b/gi

/** Start tags of HTML, but for those in comments and in what is no HTML. */
function* tagsIn(html: string): Generator<string> {
  let at = html.indexOf('<')
  while (at >= 0) {
    const isComment = html.startsWith('<!--', at)
    const end = html.indexOf(isComment ? '-->' : '>', at)
    if (end < 0) return
    let next = end + 1
    if (!isComment && /[a-z]/i.test(html.charAt(at + 1))) {
      const tag = html.slice(at, next)
      yield tag
      if (OPAQUE.test(tag)) {
        CLOSING.lastIndex = next
        const close = CLOSING.exec(html)
        if (close === null) return
        next = close.index
      }
    }
    at = html.indexOf('<', next)
  }
}

/** Liquid blocks in which nothing is a link of the page. */
const WITHOUT_LINKS: ReadonlySet<string> = new Set(['comment', 'raw', 'highlight'])

/** The text with {@link UNKNOWN} for Liquid, but for addresses that are plain. */
function withoutLiquid(text: string): string {
  let result = ''
  let done = 0
  for (const { index } of text.matchAll(/\{[{%]/g)) {
    if (index < done) continue
    const isTag = text.charAt(index + 1) === '%'
    const end = text.indexOf(isTag ? '%}' : '}}', index + 2)
    if (end < 0) break
    const inside = text.slice(index + 2, end)
    result += text.slice(done, index) + (isTag ? '' : printed(inside))
    done = end + 2
    if (!isTag) continue
    const name = /^-?\s*(\w+)/.exec(inside)?.[1] ?? ''
    // What prints a text of its own, as `link` and `post_url` do.
    if (!WITHOUT_LINKS.has(name)) {
      result += UNKNOWN
      continue
    }
    const close = text.indexOf(`end${name}`, done)
    const closed = close < 0 ? -1 : text.indexOf('%}', close)
    if (closed < 0) return result
    done = closed + 2
  }
  return result + text.slice(done)
}

const PLAIN = /^-?\s*(?:"([^"]*)"|'([^']*)')\s*\|\s*(?:relative|absolute)_url\s*-?$/

function printed(inside: string): string {
  if (/^-?\s*site\.baseurl\s*-?$/.test(inside)) return ''
  const [, double, single] = PLAIN.exec(inside) ?? []
  const address = double ?? single ?? UNKNOWN
  // Both filters begin at the root, also without a slash.
  return /^(?:$|\/)/.test(address) || ELSEWHERE.test(address) ? address : `/${address}`
}
