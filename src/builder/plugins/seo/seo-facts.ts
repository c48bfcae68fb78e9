/** What `{% seo %}` says of a page: each fact with its fall-backs, as jekyll-seo-tag has them. */

import { isTruthy, type LiquidValue } from '../../../liquid/value.js'
import { toRubyString } from '../../../liquid/text.js'
import { releaseOf } from '../../base/jekyll-version.js'
import { escapeUri, isAbsoluteUri } from '../../base/uri.js'
import { siteTime, toXmlSchema } from '../../render/filters/dates.js'
import { escapeOnce, stripHtml } from '../../render/filters/standard.js'
import { normalizeWhitespace } from '../../render/filters/text.js'
import { absoluteUrl } from '../../render/filters/urls.js'
import { field, type Host } from '../../render/host.js'

interface SeoInput {
  readonly page: LiquidValue
  readonly site: LiquidValue
  readonly paginator: LiquidValue
  readonly showsTitle: boolean
}

/** An image: its absolute URL, then the other keys that the page gives. */
export interface SeoImage {
  readonly path: string
  readonly more: ReadonlyMap<string, LiquidValue>
}

/** The facts; null for what is not known. */
export class SeoFacts {
  constructor(
    readonly host: Host,
    private readonly input: SeoInput,
  ) {}

  page(key: string): LiquidValue {
    return field(this.input.page, key)
  }

  site(key: string): LiquidValue {
    return field(this.input.site, key)
  }

  /** The version of Jekyll. */
  get generator(): string {
    return releaseOf(this.host.site.settings.jekyll)
  }

  get paginator(): LiquidValue {
    return this.input.paginator
  }

  get siteTitle(): string | null {
    return this.#format(firstTrue(this.site('title'), this.site('name')))
  }

  get siteDescription(): string | null {
    return this.#format(this.site('description'))
  }

  get pageTitle(): string | null {
    return this.#format(this.page('title')) ?? this.siteTitle
  }

  get title(): string | null {
    const { siteTitle, pageTitle, siteDescription } = this
    const prefix = this.#pageNumber() ?? ''
    if (siteTitle !== null && pageTitle !== siteTitle) return `${prefix}${pageTitle} | ${siteTitle}`
    if (siteDescription !== null && siteTitle !== null) {
      return `${prefix}${siteTitle} | ${this.#format(this.site('tagline')) ?? siteDescription}`
    }
    const title = pageTitle ?? siteTitle
    return title === null ? null : prefix + title
  }

  /** The title for `<title>`, null where the tag says `title=false`. */
  get shownTitle(): string | null {
    return this.input.showsTitle ? this.title : null
  }

  #pageNumber(): string | null {
    const current = Number(field(this.paginator, 'page') ?? 0)
    if (!(current > 1)) return null
    const total = toRubyString(field(this.paginator, 'total_pages'))
    const message = this.site('seo_paginator_message')
    const format = isTruthy(message) ? toRubyString(message) : 'Page %<current>s of %<total>s for '
    return format
      .replace(/%<current>[sd]|%\{current\}/g, String(current))
      .replace(/%<total>[sd]|%\{total\}/g, total)
  }

  get description(): string | null {
    // An excerpt that nobody asks for is not rendered: one that cannot be is no mistake then.
    const own = this.page('description')
    return this.#format(isTruthy(own) ? own : this.page('excerpt')) ?? this.siteDescription
  }

  get isHome(): boolean {
    return /^\/(?:about\/)?(?:index.html?)?$/.test(toRubyString(this.page('url')))
  }

  get name(): string | null {
    const own = field(this.page('seo'), 'name')
    if (isTruthy(own)) return this.#format(own)
    if (!this.isHome) return null
    const social = field(this.site('social'), 'name')
    return isTruthy(social) ? this.#format(social) : this.siteTitle
  }

  get type(): string {
    const own = field(this.page('seo'), 'type')
    if (isTruthy(own)) return toRubyString(own)
    if (this.isHome) return 'WebSite'
    return isTruthy(this.page('date')) ? 'BlogPosting' : 'WebPage'
  }

  get links(): LiquidValue {
    const own = field(this.page('seo'), 'links')
    if (isTruthy(own)) return own
    return this.isHome ? field(this.site('social'), 'links') : null
  }

  get logo(): string | null {
    const logo = this.site('logo')
    return isTruthy(logo) ? escapeUri(this.absolute(toRubyString(logo))) : null
  }

  get locale(): string {
    const lang = firstTrue(this.page('lang'), this.site('lang'))
    const locale = firstTrue(this.page('locale'), this.site('locale'))
    return toRubyString(firstTrue(locale, isTruthy(lang) ? lang : 'en_US')).replaceAll('-', '_')
  }

  get canonicalUrl(): string {
    const own = toRubyString(this.page('canonical_url'))
    if (own !== '') return own
    return this.absolute(toRubyString(this.page('url'))).replace(/\/index\.html$/, '/')
  }

  get datePublished(): string | null {
    return this.#date(this.page('date'))
  }

  get dateModified(): string | null {
    const modified = field(this.page('seo'), 'date_modified')
    return this.#date(
      firstTrue(modified, firstTrue(this.page('last_modified_at'), this.page('date'))),
    )
  }

  get image(): SeoImage | null {
    const given = this.page('image')
    if (typeof given === 'string') return { path: this.#imagePath(given), more: new Map() }
    if (!(given instanceof Map)) return null
    const raw = firstTrue(
      field(given, 'path'),
      firstTrue(field(given, 'facebook'), field(given, 'twitter')),
    )
    if (!isTruthy(raw)) return null
    const more = [...given].map(([key, value]): [string, LiquidValue] => [toRubyString(key), value])
    return {
      path: this.#imagePath(toRubyString(raw)),
      more: new Map(more.filter(([key]) => key !== 'path')),
    }
  }

  #imagePath(raw: string): string {
    return escapeUri(this.absolute(raw))
  }

  /** A field of the author: of the page, of the site's data, of the site. */
  author(key: string): LiquidValue {
    const author = this.#author()
    if (typeof author !== 'string') return field(author, key)
    const known = field(field(this.site('data'), 'authors'), author)
    const value = field(known, key)
    return value === null && key === 'name' ? author : value
  }

  #author(): LiquidValue {
    const authors = this.page('authors')
    const first = Array.isArray(authors) ? (authors[0] ?? null) : null
    const sources = [this.page('author'), first, this.site('author')]
    return sources.find((source) => toRubyString(source) !== '') ?? null
  }

  get twitter(): string | null {
    const name = firstTrue(this.author('twitter'), this.author('name'))
    return typeof name === 'string' ? name.replace(/^@/, '') : null
  }

  absolute(url: string): string {
    return isAbsoluteUri(url) ? url : absoluteUrl(this.host.site.settings.config, url)
  }

  #date(value: LiquidValue): string | null {
    // The filter that the plugin takes gives the empty text back.
    if (value === '') return ''
    return isTruthy(value) ? toXmlSchema(siteTime(value, this.host.values.clock)) : null
  }

  #format(value: LiquidValue): string | null {
    const html = this.host.markdownify(toRubyString(value))
    const text = escapeOnce(normalizeWhitespace(stripHtml(html)))
    return text === '' ? null : text
  }
}

function firstTrue(value: LiquidValue, other: LiquidValue): LiquidValue {
  return isTruthy(value) ? value : other
}
