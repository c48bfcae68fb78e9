/** Autopages: a template page for every tag, category and collection of the site. */

import { deepMerge } from '../../../content/deep-merge.js'
import { slugify } from '../../../content/slug.js'
import { isYamlMap, type YamlMap, type YamlValue } from '../../../content/yaml/value.js'
import type { Page } from '../../items/page.js'
import { isTruthy, section, text, texts } from '../../base/settings.js'
import type { Document } from '../../items/document.js'
import { documentsOf, type Site } from '../../items/site.js'
import { makePage } from '../made-page.js'
import { comparable, sitePagination } from './options.js'

interface Kind {
  /** Key below `autopages`. */
  readonly key: string
  /** Key of the pagination's settings that the pages are chosen by. */
  readonly filter: string
  readonly macro: string
  readonly layout: string
  readonly title: string
  readonly permalink: string
  readonly names: (site: Site) => Iterable<string>
}

const KINDS: readonly Kind[] = [
  {
    key: 'tags',
    filter: 'tag',
    macro: ':tag',
    layout: 'autopage_tags.html',
    title: 'Posts tagged with :tag',
    permalink: '/tag/:tag',
    names: (site) => namesIn(site, 'tags'),
  },
  {
    key: 'categories',
    filter: 'category',
    macro: ':cat',
    layout: 'autopage_category.html',
    title: 'Posts in category :cat',
    permalink: '/category/:cat',
    names: (site) => namesIn(site, 'categories'),
  },
  {
    key: 'collections',
    filter: 'collection',
    macro: ':coll',
    layout: 'autopage_collection.html',
    title: 'Posts in collection :coll',
    permalink: '/collection/:coll',
    names: collectionNames,
  },
]

/** Names in lists, divided by their commas and semicolons. */
function* namesIn(site: Site, key: 'tags' | 'categories'): Generator<string> {
  for (const { data } of documentsOf(site).filter(isIndexed))
    for (const name of texts(data.get(key))) yield* name.trim().split(/[;,]/)
}

// Documents that say something of pagination are none of those that it lists.
function isIndexed({ data }: Document): boolean {
  return !data.has('pagination')
}

function* collectionNames(site: Site): Generator<string> {
  for (const { label, docs } of site.collections.values()) if (docs.some(isIndexed)) yield label
}

/** Adds the templates; the pagination then treats them as pages of the site. */
export function addAutopages(site: Site): void {
  const autopages = section(site.settings.config, 'autopages')
  if (!isTruthy(autopages.get('enabled'))) return
  // Templates see it; the plugin finds the names of collections by it.
  for (const doc of documentsOf(site).filter(isIndexed))
    doc.data.set('__coll', doc.collection.label)
  for (const kind of KINDS) {
    const config = section(autopages, kind.key)
    if (autopages.get(kind.key) === false || config.get('enabled') === false) continue
    for (const [name, shown] of distinct(kind.names(site)))
      for (const layout of layoutsOf(config, kind))
        site.pages.push(autopage(site, { kind, config, layout, name, shown }))
  }
}

/** What is compared -> what was written first. */
function distinct(names: Iterable<string>): Map<string, string> {
  const found = new Map<string, string>()
  for (const name of names) {
    const key = comparable(name)
    if (key !== '' && !found.has(key)) found.set(key, name)
  }
  return found
}

function layoutsOf(config: YamlMap, kind: Kind): string[] {
  const layouts = texts(config.get('layouts'))
  return layouts.length > 0 ? layouts : [kind.layout]
}

interface Autopage {
  readonly kind: Kind
  readonly config: YamlMap
  readonly layout: string
  readonly name: string
  readonly shown: string
}

function autopage(site: Site, { kind, config, layout, name, shown }: Autopage): Page {
  const layoutName = layout.replace(/\.[^./]*$/, '')
  const own = site.layouts.get(layoutName)
  const settings = deepMerge(config, section(own?.data ?? new Map(), 'autopages'))
  // The layout has no say in this.
  const slug = slugOf(name, section(config, 'slugify'))
  const filled = (key: 'title' | 'permalink') =>
    (text(settings.get(key)) ?? kind[key]).replace(kind.macro, () => slug)
  const page = makePage(site, `${layoutName}.html`, { content: '' })
  for (const [key, value] of own?.data ?? []) page.data.set(key, value)
  const about = new Map<string, YamlValue>([
    ['layout_path', own?.path ?? `_layouts/${layout}`],
    ['display_name', shown],
  ])
  const data: [string, YamlValue][] = [
    ['permalink', filled('permalink')],
    ['layout', layoutName],
    ['title', filled('title')],
    ['pagination', paginationOf(site, { kind, name, own: own?.data.get('pagination') })],
    ['autopage', about],
    ['autopages', about],
  ]
  for (const [key, value] of data) page.data.set(key, value)
  return page
}

function paginationOf(
  site: Site,
  { kind, name, own }: { kind: Kind; name: string; own: YamlValue | undefined },
): YamlMap {
  const base = sitePagination(site)
  const merged = own !== undefined && isYamlMap(own) ? deepMerge(base, own) : base
  return new Map(merged).set('enabled', true).set(kind.filter, name)
}

function slugOf(name: string, slugifyOptions: YamlMap): string {
  const mode = text(slugifyOptions.get('mode')) ?? 'none'
  return slugify(name, { mode, cased: isTruthy(slugifyOptions.get('cased')) })
}
