/** The elements of `{% seo %}`, one a line. */

import { isTruthy, type LiquidMap, type LiquidValue } from '../../../liquid/value.js'
import { toLiquidString, toRubyString } from '../../../liquid/text.js'
import { orDefault } from '../../render/filters/standard.js'
import { toJson } from '../../render/filters/json.js'
import { field } from '../../render/host.js'
import type { SeoFacts, SeoImage } from './seo-facts.js'

/** The whole block. */
export function seoHtml(seo: SeoFacts): string {
  const image = seo.image
  const lines = [
    '<!-- Begin Jekyll SEO tag v2.8.0 -->',
    ...element(seo.shownTitle, (title) => `<title>${title}</title>`),
    `<meta name="generator" content="Jekyll v${seo.generator}" />`,
    ...property('og:title', seo.pageTitle),
    ...named('author', seo.author('name')),
    ...property('og:locale', seo.locale),
    ...named('description', seo.description),
    ...property('og:description', seo.description),
    ...canonical(seo),
    ...property('og:site_name', seo.siteTitle),
    ...openGraphImage(image),
    ...article(seo),
    ...neighbours(seo),
    ...twitter(seo, image),
    ...facebook(seo.site('facebook')),
    ...verifications(seo),
    '<script type="application/ld+json">',
    `${jsonLd(seo)}</script>`,
    '<!-- End Jekyll SEO tag -->',
    '',
  ]
  return lines.join('\n')
}

function element(value: LiquidValue, write: (text: string) => string): string[] {
  return isTruthy(value) ? [write(toLiquidString(value))] : []
}

function property(name: string, value: LiquidValue): string[] {
  return element(value, (text) => `<meta property="${name}" content="${text}" />`)
}

function named(name: string, value: LiquidValue): string[] {
  return element(value, (text) => `<meta name="${name}" content="${text}" />`)
}

function canonical(seo: SeoFacts): string[] {
  if (!isTruthy(seo.site('url'))) return []
  const url = seo.canonicalUrl
  return [`<link rel="canonical" href="${url}" />`, ...property('og:url', url)]
}

function openGraphImage(image: SeoImage | null): string[] {
  if (image === null) return []
  const more = (key: string) => property(`og:image:${key}`, image.more.get(key) ?? null)
  return [...property('og:image', image.path), ...more('height'), ...more('width'), ...more('alt')]
}

function article(seo: SeoFacts): string[] {
  const published = seo.datePublished
  if (published === null) return property('og:type', 'website')
  return [...property('og:type', 'article'), ...property('article:published_time', published)]
}

function neighbours(seo: SeoFacts): string[] {
  const link = (rel: string, page: string) =>
    isTruthy(field(seo.paginator, page))
      ? element(
          field(seo.paginator, `${page}_path`),
          (path) => `<link rel="${rel}" href="${seo.absolute(path)}" />`,
        )
      : []
  return [...link('prev', 'previous_page'), ...link('next', 'next_page')]
}

function twitter(seo: SeoFacts, image: SeoImage | null): string[] {
  return [
    ...twitterCard(seo, image),
    ...named('twitter:image:alt', image?.more.get('alt') ?? null),
    ...property('twitter:title', seo.pageTitle),
    ...twitterAccounts(seo),
  ]
}

function twitterCard(seo: SeoFacts, image: SeoImage | null): string[] {
  if (image === null) return named('twitter:card', 'summary')
  const site = orDefault(field(seo.site('twitter'), 'card'), 'summary_large_image')
  const card = orDefault(field(seo.page('twitter'), 'card'), site)
  return [...named('twitter:card', card), ...property('twitter:image', image.path)]
}

function twitterAccounts(seo: SeoFacts): string[] {
  const site = seo.site('twitter')
  if (!isTruthy(site)) return []
  const username = toRubyString(field(site, 'username')).replaceAll('@', '')
  const creator = seo.twitter
  return [
    `<meta name="twitter:site" content="@${username}" />`,
    ...element(
      creator,
      (name) => `<meta name="twitter:creator" content="@${name.replaceAll('@', '')}" />`,
    ),
  ]
}

function facebook(config: LiquidValue): string[] {
  return [
    ...property('fb:admins', field(config, 'admins')),
    ...property('article:publisher', field(config, 'publisher')),
    ...property('fb:app_id', field(config, 'app_id')),
  ]
}

const VERIFICATIONS: readonly (readonly [string, string])[] = [
  ['google', 'google-site-verification'],
  ['bing', 'msvalidate.01'],
  ['alexa', 'alexaVerifyID'],
  ['yandex', 'yandex-verification'],
  ['baidu', 'baidu-site-verification'],
  ['facebook', 'facebook-domain-verification'],
]

function verifications(seo: SeoFacts): string[] {
  const given = seo.site('webmaster_verifications')
  if (!isTruthy(given))
    return named('google-site-verification', seo.site('google_site_verification'))
  return VERIFICATIONS.flatMap(([key, name]) => named(name, field(given, key)))
}

const WITH_MAIN_ENTITY = new Set(['BlogPosting', 'CreativeWork'])

function jsonLd(seo: SeoFacts): string {
  const { type, canonicalUrl } = seo
  const entries: [string, LiquidValue][] = [
    ['@context', 'https://schema.org'],
    ['@type', type],
    ['author', jsonAuthor(seo)],
    ['dateModified', seo.dateModified],
    ['datePublished', seo.datePublished],
    ['description', seo.description],
    ['headline', seo.pageTitle],
    ['image', jsonImage(seo.image)],
    [
      'mainEntityOfPage',
      WITH_MAIN_ENTITY.has(type) ? hash({ '@type': 'WebPage', '@id': canonicalUrl }) : null,
    ],
    ['name', seo.name],
    ['publisher', publisher(seo)],
    ['sameAs', seo.links],
    ['url', canonicalUrl],
  ]
  return toJson(new Map(entries.filter(([, value]) => value !== null)))
}

function hash(entries: Readonly<Record<string, LiquidValue>>): LiquidMap {
  return new Map(Object.entries(entries))
}

function jsonAuthor(seo: SeoFacts): LiquidValue {
  const name = seo.author('name')
  const type = seo.author('type')
  if (!isTruthy(name)) return null
  if (isTruthy(type) && type !== 'Organization' && type !== 'Person') return null
  const url = seo.author('url')
  return hash({
    '@type': isTruthy(type) ? type : 'Person',
    name,
    ...(isTruthy(url) ? { url } : {}),
  })
}

function jsonImage(image: SeoImage | null): LiquidValue {
  if (image === null) return null
  if (image.more.size === 0) return image.path
  return new Map<LiquidValue, LiquidValue>([
    ...image.more,
    ['url', image.path],
    ['@type', 'imageObject'],
  ])
}

function publisher(seo: SeoFacts): LiquidValue {
  const { logo } = seo
  if (logo === null) return null
  const name = seo.author('name')
  return hash({
    '@type': 'Organization',
    logo: hash({ '@type': 'ImageObject', url: logo }),
    ...(isTruthy(name) ? { name } : {}),
  })
}
