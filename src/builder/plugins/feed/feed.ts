/** jekyll-feed 0.17: an Atom feed of posts, of collections, of categories and tags; `feed_meta`. */

import { displayText } from '../../../content/yaml/value.js'
import { isYamlMap, type YamlMap, type YamlValue } from '../../../content/yaml/value.js'
import type { Document } from '../../items/document.js'
import type { TagDefinition } from '../../../liquid/definition.js'
import { section, text, texts } from '../../base/settings.js'
import { postsOf, type Site } from '../../items/site.js'
import { groupPosts } from '../../render/drops/taxonomy.js'
import { absoluteUrl } from '../../render/filters/urls.js'
import { xmlEscape } from '../../render/filters/text.js'
import { hostOf } from '../../render/host.js'
import { feedXml } from './feed-xml.js'
import { makePage } from '../made-page.js'
import { LOWEST, type GeneratorContext, type Plugin } from '../../render/plugin.js'

/** What one feed shows. */
interface FeedScope {
  readonly collection: string
  readonly category: string | null
  readonly tag: string | null
}

function generate(context: GeneratorContext): void {
  const { site } = context
  const config = feedConfig(site)
  if (
    config.get('disable_in_development') === true &&
    site.settings.environment === 'development'
  ) {
    return
  }
  for (const [collection, meta] of feedCollections(config)) {
    for (const category of [...texts(meta.get('categories')), null]) {
      const path = feedPath({ collection, category, meta })
      addFeed(context, path, { collection, category, tag: null })
    }
  }
  if (config.has('tags')) tagFeeds(context, config.get('tags'))
}

function feedConfig(site: Site): YamlMap {
  return section(site.settings.config, 'feed')
}

function feedCollections(config: YamlMap): Map<string, YamlMap> {
  const given = config.get('collections')
  const collections = new Map<string, YamlMap>()
  if (Array.isArray(given)) for (const label of texts(given)) collections.set(label, new Map())
  if (given !== undefined && isYamlMap(given)) {
    for (const [label, meta] of given)
      collections.set(String(label), isYamlMap(meta) ? meta : new Map())
  }
  const posts: YamlMap = new Map(collections.get('posts') ?? [])
  for (const key of ['path', 'categories']) {
    const inherited = config.get(key)
    if (!posts.has(key) && inherited !== undefined) posts.set(key, inherited)
  }
  return collections.set('posts', posts)
}

function feedPath(feed: { collection: string; category: string | null; meta: YamlMap }): string {
  const prefix = feed.collection === 'posts' ? '/feed' : `/feed/${feed.collection}`
  if (feed.category !== null) return `${prefix}/${feed.category}.xml`
  return text(feed.meta.get('path')) ?? `${prefix}.xml`
}

function tagFeeds(context: GeneratorContext, config: YamlValue | undefined): void {
  if (config === false || config === null || config === undefined) return
  const options: YamlMap = isYamlMap(config) ? config : new Map()
  const known = [...groupPosts(postsOf(context.site), 'tags').keys()].map(displayText)
  const only = options.has('only') ? texts(options.get('only')) : known
  const except = new Set(texts(options.get('except') ?? []))
  const folder = text(options.get('path')) ?? '/feed/by_tag/'
  for (const tag of only) {
    if (except.has(tag) || /[^a-zA-Z0-9_]/.test(tag)) continue
    addFeed(context, `${folder}${tag}.xml`, { collection: 'posts', category: null, tag })
  }
}

function addFeed({ site, host }: GeneratorContext, path: string, scope: FeedScope): void {
  if (site.files.has(path.replace(/^\//, ''))) return
  const page = makePage(site, path, {
    content: '',
    data: {
      layout: null,
      sitemap: false,
      xsl: site.files.has('feed.xslt.xml'),
      collection: scope.collection,
      category: scope.category,
      tags: scope.tag,
    },
    defaultsType: 'pages',
    name: path,
  })
  page.produce = () => feedXml(host, page, feedPosts(site, scope))
  site.pages.push(page)
}

// A stable sort by date of the newest-first list, turned round: of one day the first comes first.
function feedPosts(site: Site, { collection, category, tag }: FeedScope): Document[] {
  const all = tag === null ? collectionPosts(site, collection) : taggedPosts(site, tag)
  const inCategory = category === null ? all : all.filter((post) => hasCategory(post, category))
  const shown = site.settings.drafts
    ? inCategory
    : inCategory.filter((p) => p.data.get('draft') !== true)
  return shown.toSorted((a, b) => a.date.epochMs - b.date.epochMs).reverse()
}

function collectionPosts(site: Site, label: string): Document[] {
  if (label === 'posts') return postsOf(site).toSorted((a, b) => b.compareTo(a))
  return site.collections.get(label)?.docs ?? []
}

function taggedPosts(site: Site, tag: string): Document[] {
  const groups = groupPosts(postsOf(site), 'tags')
  return [...groups].find(([name]) => displayText(name) === tag)?.[1] ?? []
}

function hasCategory(post: Document, category: string): boolean {
  return texts(post.data.get('categories') ?? []).includes(category)
}

/** Where the feed of posts is; jekyll-feed takes the one of a collection over to the whole (generator.rb). */
function mainPath(config: YamlMap): string | null {
  const collections = config.get('collections')
  const posts = collections instanceof Map ? collections.get('posts') : null
  return text(config.get('path')) ?? (posts instanceof Map ? text(posts.get('path')) : null)
}

const feedMeta: TagDefinition = {
  name: 'feed_meta',
  kind: 'inline',
  parse: () => (context, out) => {
    const { config } = hostOf(context).site.settings
    const href = absoluteUrl(config, mainPath(section(config, 'feed')) ?? 'feed.xml')
    const title = text(config.get('title')) ?? text(config.get('name'))
    const titled = title === null ? '' : ` title="${xmlEscape(title)}"`
    out.write(
      `<link type="application/atom+xml" rel="alternate" href="${xmlEscape(href)}"${titled} />`,
    )
  },
}

/** The plugin. */
export const FEED: Plugin = {
  name: 'jekyll-feed',
  tags: [feedMeta],
  generators: [{ priority: LOWEST, run: generate }],
}
