/**
 * The site as templates see it: collections by their labels, Jekyll's fields, the configuration.
 *
 * Lists are made when first read and kept while pages are rendered: pages change `site.pages` alone, where
 * the source maps of style sheets come in.
 */

import { postsOf, type Site } from '../../items/site.js'
import type { Document } from '../../items/document.js'
import type { Item } from '../../items/item.js'
import { Drop, type LiquidMap, type LiquidValue } from '../../../liquid/value.js'
import type { DropHost } from './drop-host.js'
import { DATA, SITE, TIME, watchTime } from '../../facts/read-log.js'
import { groupPosts } from './taxonomy.js'
import { TrackedMap } from './tracked-map.js'

type Field = (site: SiteDrop) => LiquidValue

const RELATED = 10

/** `site`. Which names are read can be seen by overriding `get`. */
export class SiteDrop extends Drop {
  readonly #lists = new Map<string, LiquidValue>()
  /** `site.pages` with the maps that there are by now. */
  #pages: { readonly count: number; readonly list: LiquidValue } | null = null
  /** The document being rendered, for `related_posts`. */
  current: Item | null = null

  constructor(
    readonly site: Site,
    readonly host: DropHost,
  ) {
    super()
  }

  /** Forgets the lists: generators have changed the site. */
  refresh(): void {
    this.#lists.clear()
    this.#pages = null
    this.host.mapPages.refresh()
  }

  get(key: string): LiquidValue | undefined {
    // What is read of the data and of the time is told by themselves.
    if (key !== 'data' && key !== 'time') this.host.reads?.fact(SITE, key)
    if (key === 'related_posts') return this.#relatedPosts()
    const isPages = key === 'pages' && !this.site.collections.has(key)
    const maps = isPages ? this.host.mapPages.countBefore(this.current) : 0
    return maps > 0 ? this.#pagesWith(maps) : this.own(key)
  }

  /** A field as it is before any page is rendered. */
  own(key: string): LiquidValue | undefined {
    const known = this.#lists.get(key)
    if (known !== undefined) return known
    const make = this.#maker(key)
    if (make === null) return undefined
    const made = make(this)
    this.#lists.set(key, made)
    return made
  }

  #pagesWith(count: number): LiquidValue | undefined {
    if (this.#pages?.count === count) return this.#pages.list
    const { host, site } = this
    const list = [
      ...site.pages.map((page) => host.drops.page(page)),
      ...host.mapPages.first(count).map((map) => host.drops.sourceMap(map)),
    ]
    this.#pages = { count, list }
    return list
  }

  #maker(key: string): Field | null {
    const { collections, settings } = this.site
    const collection = collections.get(key)
    if (key !== 'posts' && collection !== undefined) return () => this.documents(collection.docs)
    const field = FIELDS.get(key)
    if (field !== undefined) return field
    if (!settings.config.has(key)) return null
    return () => this.host.values.of(settings.config.get(key))
  }

  documents(docs: readonly Document[]): LiquidValue {
    return docs.map((doc) => this.host.drops.document(doc))
  }

  #relatedPosts(): LiquidValue {
    const { current } = this
    const posts = postsOf(this.site)
    if (current === null || !('collection' in current)) return null
    if (posts.length < 2) return []
    const recent = posts.slice(-RELATED - 1).toReversed()
    return this.documents(recent.filter((doc) => doc !== current).slice(0, RELATED))
  }

  override *keys(): Iterable<string> {
    this.host.reads?.fact(SITE, '*')
    yield* FIELDS.keys()
    for (const key of this.site.settings.config.keys()) {
      if (!FIELDS.has(String(key))) yield String(key)
    }
  }

  override toLiquidString(): string {
    return 'Jekyll::Drops::SiteDrop'
  }
}

const FIELDS: ReadonlyMap<string, Field> = new Map<string, Field>([
  ['time', ({ site, host }) => siteTime(site, host)],
  ['config', () => null],
  ['tags', (drop) => grouped(drop, 'tags')],
  ['data', ({ site, host }) => siteData(site, host)],
  ['static_files', ({ site, host }) => site.staticFiles.map((file) => host.drops.staticFile(file))],
  ['categories', (drop) => grouped(drop, 'categories')],
  ['pages', ({ site, host }) => site.pages.map((page) => host.drops.page(page))],
  ['html_pages', ({ site, host }) => htmlPages(site).map((page) => host.drops.page(page))],
  ['collections', ({ site, host }) => sortedCollections(site).map((c) => host.drops.collection(c))],
  ['posts', (drop) => drop.documents(postsOf(drop.site).toSorted((a, b) => b.compareTo(a)))],
  ['documents', (drop) => allDocuments(drop)],
  ['related_posts', () => null],
])

function siteTime({ now }: Site, host: DropHost): LiquidValue {
  return host.values.localTime(
    now,
    watchTime(TIME, () => host.reads),
  )
}

function siteData(site: Site, host: DropHost): LiquidValue {
  const own = site.settings.config.get('data')
  // jekyll/site.rb: site_data
  if (own !== undefined && own !== null && own !== false) return host.values.of(own)
  const data = host.values.map(site.data)
  const { reads } = host
  return reads === null ? data : new TrackedMap(data, (key) => reads.fact(DATA, key))
}

// jekyll/site.rb: documents are the collections' documents and files
function allDocuments({ site, host }: SiteDrop): LiquidValue {
  return [...site.collections.values()].flatMap(({ docs, files }) => [
    ...docs.map((doc) => host.drops.document(doc)),
    ...files.map((file) => host.drops.staticFile(file)),
  ])
}

function htmlPages(site: Site): Site['pages'] {
  return site.pages.filter((page) => page.isHtml || page.url.endsWith('/'))
}

function sortedCollections(site: Site) {
  return [...site.collections.values()].sort((a, b) => (a.label < b.label ? -1 : 1))
}

function grouped(drop: SiteDrop, key: 'tags' | 'categories'): LiquidMap {
  const groups: LiquidMap = new Map()
  for (const [name, docs] of groupPosts(postsOf(drop.site), key)) {
    groups.set(drop.host.values.of(name), drop.documents(docs))
  }
  return groups
}
