/** The Atom document of a feed, without white space between its elements, as jekyll-feed writes it. */

import { stripOf } from '../../../liquid/scan.js'
import { displayText } from '../../../content/yaml/value.js'
import type { Document } from '../../items/document.js'
import type { Page } from '../../items/page.js'
import { releaseOf } from '../../base/jekyll-version.js'
import { isTruthy, type LiquidValue } from '../../../liquid/value.js'
import { toRubyString } from '../../../liquid/text.js'
import { siteTime, toXmlSchema } from '../../render/filters/dates.js'
import { orDefault, stripHtml } from '../../render/filters/standard.js'
import { normalizeWhitespace, xmlEscape } from '../../render/filters/text.js'
import { absoluteUrl } from '../../render/filters/urls.js'
import { field } from '../../render/host.js'
import type { Host } from '../../render/host.js'

const DEFAULT_LIMIT = 10

/** The feed of a page over documents, newest first. */
export function feedXml(host: Host, page: Page, docs: readonly Document[]): string {
  const site = host.siteDrop
  const release = releaseOf(host.site.settings.jekyll)
  const lang = site.get('lang') ?? null
  const self = absoluteUrl(host.site.settings.config, page.url)
  const limit = Number(
    toRubyString(orDefault(field(site.get('feed'), 'posts_limit'), DEFAULT_LIMIT)),
  )
  return (
    '<?xml version="1.0" encoding="utf-8"?>' +
    stylesheet(host) +
    `<feed xmlns="http://www.w3.org/2005/Atom" ${isTruthy(lang) ? `xml:lang="${toRubyString(lang)}"` : ''}>` +
    `<generator uri="https://jekyllrb.com/" version="${release}">Jekyll</generator>` +
    `<link href="${self}" rel="self" type="application/atom+xml" />` +
    `<link href="${absoluteUrl(host.site.settings.config, '/')}" rel="alternate" type="text/html" ` +
    `${isTruthy(lang) ? `hreflang="${toRubyString(lang)}" ` : ''}/>` +
    `<updated>${xmlDate(host, site.get('time') ?? null)}</updated>` +
    `<id>${xmlEscape(self)}</id>` +
    head(host, page) +
    docs
      .slice(0, limit)
      .map((doc) => entry(host, doc))
      .join('') +
    '</feed>'
  )
}

function stylesheet({ site }: Host): string {
  if (!site.files.has('feed.xslt.xml')) return ''
  const href = absoluteUrl(site.settings.config, '/feed.xslt.xml')
  return `<?xml-stylesheet type="text/xml" href="${href}"?>`
}

function head(host: Host, page: Page): string {
  const site = host.siteDrop
  const title = feedTitle(host, page)
  const description = site.get('description') ?? null
  return (
    (title === null ? '' : `<title type="html">${xmlEscape(host.smartify(title))}</title>`) +
    (isTruthy(description) ? `<subtitle>${escaped(description)}</subtitle>` : '') +
    siteAuthor(site.get('author') ?? null)
  )
}

function feedTitle(host: Host, page: Page): string | null {
  const title = orDefault(host.siteDrop.get('title') ?? null, host.siteDrop.get('name') ?? null)
  const collection = page.data.get('collection')
  const parts = [isTruthy(title) ? toRubyString(title) : null]
  if (collection !== 'posts') parts.push(capitalize(displayText(collection ?? null)))
  const category = page.data.get('category')
  if (typeof category === 'string') parts.push(capitalize(category))
  if (parts.length === 1) return parts[0] ?? null
  return parts.map((part) => part ?? '').join(' | ')
}

function capitalize(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1).toLowerCase()
}

function siteAuthor(author: LiquidValue): string {
  if (!isTruthy(author)) return ''
  const name = orDefault(field(author, 'name'), author)
  return `<author><name>${escaped(name)}</name>${contact(author, true)}</author>`
}

// An empty one counts of the site's author, and not of a post's.
function contact(author: LiquidValue, isOfSite = false): string {
  return ['email', 'uri']
    .map((key) => {
      const given = field(author, key)
      const value = isOfSite ? given : orDefault(given, null)
      return isTruthy(value) ? `<${key}>${escaped(value)}</${key}>` : ''
    })
    .join('')
}

function entry(host: Host, doc: Document): string {
  const post = host.drops.document(doc)
  const { config } = host.site.settings
  const lang = post.get('lang') ?? null
  const title = xmlEscape(
    normalizeWhitespace(stripHtml(host.smartify(toRubyString(post.get('title') ?? null)))),
  )
  const url = absoluteUrl(config, doc.url)
  const date = post.get('date') ?? null
  return (
    `<entry${isTruthy(lang) ? ` xml:lang="${toRubyString(lang)}"` : ''}>` +
    `<title type="html">${title}</title>` +
    `<link href="${url}" rel="alternate" type="text/html" title="${title}" />` +
    `<published>${xmlDate(host, date)}</published>` +
    `<updated>${xmlDate(host, orDefault(post.get('last_modified_at') ?? null, date))}</updated>` +
    `<id>${xmlEscape(absoluteUrl(config, doc.id))}</id>` +
    content(host, doc, url) +
    entryAuthor(host, doc) +
    categories(host, doc) +
    summary(host, doc) +
    image(host, doc) +
    '</entry>'
  )
}

function content(host: Host, doc: Document, url: string): string {
  const post = host.drops.document(doc)
  const own = field(post.get('feed'), 'excerpt_only')
  const excerptOnly = orDefault(own, field(host.siteDrop.get('feed'), 'excerpt_only'))
  if (isTruthy(excerptOnly)) return ''
  host.reads?.item(doc, 'content')
  const html = stripOf(doc.content, ' \t\n\v\f\r\0')
  return `<content type="html" xml:base="${xmlEscape(url)}"><![CDATA[${html}]]></content>`
}

function entryAuthor(host: Host, doc: Document): string {
  const post = host.drops.document(doc)
  const authors = post.get('authors') ?? null
  const first = Array.isArray(authors) ? (authors[0] ?? null) : null
  const site = host.siteDrop.get('author') ?? null
  const given = orDefault(orDefault(post.get('author') ?? null, first), site)
  const known =
    typeof given === 'string' ? field(field(host.siteDrop.get('data'), 'authors'), given) : null
  const author = orDefault(known, given)
  const name = orDefault(orDefault(field(author, 'name'), author), '')
  return `<author><name>${escaped(name)}</name>${contact(author)}</author>`
}

function categories(host: Host, doc: Document): string {
  const post = host.drops.document(doc)
  const one = post.get('category') ?? null
  const names = isTruthy(one) ? [one] : listOf(post.get('categories') ?? null)
  return [...names, ...listOf(post.get('tags') ?? null)]
    .map((name) => `<category term="${escaped(name)}" />`)
    .join('')
}

function listOf(value: LiquidValue): readonly LiquidValue[] {
  return Array.isArray(value) ? value : []
}

function summary(host: Host, doc: Document): string {
  const post = host.drops.document(doc)
  const text = orDefault(post.get('description') ?? null, post.get('excerpt') ?? null)
  if (!isTruthy(text) || text === '') return ''
  return `<summary type="html"><![CDATA[${normalizeWhitespace(stripHtml(toRubyString(text)))}]]></summary>`
}

function image(host: Host, doc: Document): string {
  const given = host.drops.document(doc).get('image') ?? null
  const path = orDefault(field(given, 'path'), given)
  if (!isTruthy(path)) return ''
  const written = toRubyString(path)
  const url = xmlEscape(
    written.includes('://') ? written : absoluteUrl(host.site.settings.config, written),
  )
  const namespace = 'xmlns:media="http://search.yahoo.com/mrss/"'
  return (
    `<media:thumbnail ${namespace} url="${url}" />` +
    `<media:content medium="image" url="${url}" ${namespace} />`
  )
}

function escaped(value: LiquidValue): string {
  return xmlEscape(toRubyString(value))
}

function xmlDate(host: Host, value: LiquidValue): string {
  return toXmlSchema(siteTime(value, host.values.clock))
}
