/** jekyll-sitemap 1.4: `sitemap.xml` of documents, pages and some static files; `robots.txt`. */

import { addressOf } from '../../content/url.js'
import type { Document } from '../items/document.js'
import type { Page } from '../items/page.js'
import type { LiquidValue } from '../../liquid/value.js'
import { isTruthy } from '../../liquid/value.js'
import { siteTime, toXmlSchema } from '../render/filters/dates.js'
import { orDefault } from '../render/filters/standard.js'
import { xmlEscape } from '../render/filters/text.js'
import { absoluteUrl } from '../render/filters/urls.js'
import { SITE } from '../facts/read-log.js'
import type { Host } from '../render/host.js'
import { makePage } from './made-page.js'
import { LOWEST, type GeneratorContext, type Plugin } from '../render/plugin.js'

const LISTED_FILES = new Set(['.htm', '.html', '.xhtml', '.pdf'])

function generate({ site, host }: GeneratorContext): void {
  const has = (url: string) => [...site.pages, ...site.staticFiles].some((item) => item.url === url)
  if (!has('/sitemap.xml')) {
    const page = makePage(site, 'sitemap.xml', {
      content: '',
      data: { layout: null },
      defaultsType: 'pages',
    })
    page.produce = () => sitemapXml(host)
    page.isTracked = true
    site.pages.push(page)
  }
  if (!has('/robots.txt')) {
    site.pages.push(
      makePage(site, 'robots.txt', {
        // A template until it is rendered, after all others: lists of pages for searches show it.
        content: 'Sitemap: {{ "sitemap.xml" | absolute_url }}\n',
        data: { layout: null },
        defaultsType: 'pages',
      }),
    )
  }
}

const LISTS = ['documents', 'html_pages', 'static_files', 'urls']

function sitemapXml(host: Host): string {
  for (const list of LISTS) host.reads?.fact(SITE, list)
  return (
    '<?xml version="1.0" encoding="UTF-8"?>\n' +
    stylesheet(host) +
    '<urlset xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:schemaLocation="http://www.sitemaps.org/schemas/sitemap/0.9 http://www.sitemaps.org/schemas/sitemap/0.9/sitemap.xsd" xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n' +
    documents(host) +
    pages(host) +
    files(host) +
    '</urlset>\n'
  )
}

function stylesheet({ site }: Host): string {
  const hasStyle = [...site.pages, ...site.staticFiles].some((item) => item.url === '/sitemap.xsl')
  if (!hasStyle) return ''
  const href = absoluteUrl(site.settings.config, '/sitemap.xsl')
  return `<?xml-stylesheet type="text/xsl" href="${href}"?>\n`
}

function documents(host: Host): string {
  const labels = [...host.site.collections.values()].sort((a, b) => (a.label < b.label ? -1 : 1))
  return labels
    .filter((collection) => collection.isWritten)
    .flatMap((collection) => collection.docs.filter((doc) => isListed(host, doc)))
    .map((doc) => entry(host, doc.url, documentDate(host, doc)))
    .join('')
}

function isListed({ reads }: Host, doc: Document): boolean {
  reads?.item(doc, 'sitemap')
  return doc.data.get('sitemap') !== false
}

function documentDate(host: Host, doc: Document): LiquidValue {
  const drop = host.drops.document(doc)
  return orDefault(drop.get('last_modified_at') ?? null, drop.get('date') ?? null)
}

function pages(host: Host): string {
  const { site } = host
  const shown = site.pages.filter((page) => page.isHtml || page.url.endsWith('/'))
  return shown
    .filter((page) => isShown(host, page) && page.url !== '/404.html')
    .map((page) => entry(host, page.url, pageDate(host, page)))
    .join('')
}

function isShown({ reads }: Host, page: Page): boolean {
  reads?.item(page, 'sitemap')
  return page.dataOrDefault('sitemap') !== false
}

function pageDate(host: Host, page: Page): LiquidValue {
  host.reads?.item(page, 'last_modified_at')
  return host.values.of(page.dataOrDefault('last_modified_at'))
}

function files(host: Host): string {
  return host.site.staticFiles
    .filter((file) => LISTED_FILES.has(file.extension))
    .filter((file) => file.data.get('sitemap') !== false && file.name !== '404.html')
    .map((file) => entry(host, file.path, host.values.localTime(file.modifiedAt)))
    .join('')
}

function entry(host: Host, url: string, date: LiquidValue): string {
  const short = addressOf(url).replaceAll('/index.html', '/')
  const location = xmlEscape(absoluteUrl(host.site.settings.config, short))
  const modified = isTruthy(date)
    ? `<lastmod>${toXmlSchema(siteTime(date, host.values.clock))}</lastmod>\n`
    : ''
  return `<url>\n<loc>${location}</loc>\n${modified}</url>\n`
}

/** The plugin. */
export const SITEMAP: Plugin = {
  name: 'jekyll-sitemap',
  generators: [{ priority: LOWEST, run: generate }],
}
