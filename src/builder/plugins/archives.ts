/** jekyll-archives: pages that list the posts of a year, month, day, category or tag. */

import { YamlDate } from '../../content/yaml/value.js'
import { slugify } from '../../content/slug.js'
import { destinationPath, fillTemplate, type Placeholders } from '../../content/url.js'
import type { Document } from '../items/document.js'
import { nameOf } from '../items/item.js'
import { groupPosts } from '../render/drops/taxonomy.js'
import { section, text, texts } from '../base/settings.js'
import { postsOf, type Site } from '../items/site.js'
import { Page } from '../items/page.js'
import { fileDefaults } from '../read/reading.js'
import { madeText } from '../read/text.js'
import type { GeneratorContext, Plugin } from '../render/plugin.js'

interface Archive {
  readonly type: 'year' | 'month' | 'day' | 'category' | 'tag'
  readonly title: string | null
  readonly iso: string | null
  readonly posts: readonly Document[]
}

const PERMALINKS: Readonly<Record<Archive['type'], string>> = {
  year: '/:year/',
  month: '/:year/:month/',
  day: '/:year/:month/:day/',
  category: '/category/:name/',
  tag: '/tag/:name/',
}

const ENABLED: Readonly<Record<Archive['type'], string>> = {
  year: 'year',
  month: 'month',
  day: 'day',
  category: 'categories',
  tag: 'tags',
}

function generate(context: GeneratorContext): void {
  const { site } = context
  const options = section(site.settings.config, 'jekyll-archives')
  const enabled = options.get('enabled')
  const names = Array.isArray(enabled) ? texts(enabled) : []
  const isOn = (type: Archive['type']) =>
    enabled === true || enabled === 'all' || names.includes(ENABLED[type])
  for (const archive of archivesOf(site)) if (isOn(archive.type)) addPage(context, archive)
}

// Tags, categories and years come as the posts do, oldest first; months and days the other way.
function* archivesOf(site: Site): Generator<Archive> {
  const oldestFirst = postsOf(site).toSorted((a, b) => a.compareTo(b))
  for (const [type, key] of [
    ['tag', 'tags'],
    ['category', 'categories'],
  ] as const) {
    for (const [name, group] of groupPosts(oldestFirst, key))
      // One that is no text has no name of its own there (jekyll-archives: slug, title).
      yield {
        type,
        title: typeof name === 'string' ? name : null,
        iso: null,
        posts: newestFirst(group),
      }
  }
  for (const [year, posts] of byDate(site, oldestFirst, 'year')) {
    yield { type: 'year', title: null, iso: year, posts }
    for (const [month, ofMonth] of byDate(site, posts, 'month')) {
      yield { type: 'month', title: null, iso: month, posts: ofMonth }
      for (const [day, ofDay] of byDate(site, ofMonth, 'day'))
        yield { type: 'day', title: null, iso: day, posts: ofDay }
    }
  }
}

function newestFirst(posts: readonly Document[]): Document[] {
  return posts.toSorted((a, b) => b.compareTo(a))
}

const DIGITS = { year: 4, month: 7, day: 10 } as const

/** Posts by the beginning of their date, in the order in which it is met; each newest first. */
function byDate(
  site: Site,
  posts: readonly Document[],
  type: keyof typeof DIGITS,
): Map<string, Document[]> {
  const groups = new Map<string, Document[]>()
  for (const post of posts) {
    const { offsetSeconds } = site.zone.at(post.date.epochMs)
    const iso = new Date(post.date.epochMs + offsetSeconds * 1000)
      .toISOString()
      .slice(0, DIGITS[type])
    const group = groups.get(iso)
    if (group === undefined) groups.set(iso, [post])
    else group.push(post)
  }
  for (const [iso, group] of groups) groups.set(iso, newestFirst(group))
  return groups
}

/** A page at a URL that is no permalink of its own, and whose file has no other extension than that has. */
class ArchivePage extends Page {
  readonly #url: string

  constructor(site: Site, url: string, archive: Archive) {
    const path = destinationPath(url, '')
    const { settings } = site
    const { type, title } = archive
    super(
      path,
      madeText(
        '',
        new Map([
          ['layout', layoutOf(site, type)],
          ['type', type],
          ['title', title],
        ]),
      ),
      {
        config: settings.content,
        isGenerated: true,
        // Its own `type` hides that of a page (jekyll/convertible.rb: to_liquid; jekyll-archives: attr_accessor :type).
        defaults: fileDefaults(settings, path, type),
        name: nameOf(path).replace(/\.[^.]*$/, ''),
      },
    )
    this.#url = url
  }

  protected override makeUrl(): string {
    return this.#url
  }

  override get outputExtension(): string {
    return this.extension
  }
}

function layoutOf(site: Site, type: Archive['type']): string {
  const options = section(site.settings.config, 'jekyll-archives')
  return text(section(options, 'layouts').get(type)) ?? text(options.get('layout')) ?? 'archive'
}

function addPage({ site, host }: GeneratorContext, archive: Archive): void {
  const options = section(site.settings.config, 'jekyll-archives')
  const template =
    text(section(options, 'permalinks').get(archive.type)) ?? PERMALINKS[archive.type]
  const url = fillTemplate(template, placeholders(archive, text(options.get('slug_mode'))))
  const page = new ArchivePage(site, url, archive)
  if (archive.iso !== null) page.data.set('date', new YamlDate(fullDate(archive.iso)))
  page.extra = () => new Map([['posts', archive.posts.map((post) => host.drops.document(post))]])
  site.pages.push(page)
}

function fullDate(iso: string): string {
  return `${iso}-01-01`.slice(0, 10)
}

function placeholders({ type, title, iso }: Archive, mode: string | null): Placeholders {
  const [year = '', month = '', day = ''] = (iso ?? '').split('-')
  const name = slugify(title ?? '', mode === null ? {} : { mode })
  const parts = new Map(Object.entries({ type, name, year, month, day }))
  return (part) => parts.get(part)
}

/** The plugin. */
export const ARCHIVES: Plugin = {
  name: 'jekyll-archives',
  generators: [{ priority: 0, run: generate }],
}
