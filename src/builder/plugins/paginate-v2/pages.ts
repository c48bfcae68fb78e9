/** The pages that jekyll-paginate-v2 makes of one template; they take its place. */

import { deepMerge } from '../../../content/deep-merge.js'
import { isYamlMap, type YamlMap } from '../../../content/yaml/value.js'
import type { Document } from '../../items/document.js'
import { HTML_EXTENSIONS, Page } from '../../items/page.js'
import { pagerAt, type Pager, type TrailStep } from '../../items/pager.js'
import { fileDefaults } from '../../read/reading.js'
import { text } from '../../base/settings.js'
import type { Site } from '../../items/site.js'
import { destinationPath } from '../../../content/url.js'
import { readPagination, type PaginationOptions } from './options.js'
import {
  firstPaths,
  folderOfTemplate,
  pathsOf,
  titleOf,
  trailNumbers,
  type PagePaths,
  type TemplateFacts,
} from './paths.js'
import { selectDocuments } from './select.js'

/** The value of `autogen` by which templates know the pages after the first. */
const AUTOGEN = 'jekyll-paginate-v2'

/** A page whose URL and kind the pagination sets; its path is the bare name of its file. */
class PaginatedPage extends Page {
  readonly #url: string
  readonly #outputExtension: string

  constructor(
    private readonly template: Page,
    made: { site: Site; name: string; extension: string; url: string },
  ) {
    const { content, lineOffset, data } = template
    const { settings } = made.site
    super(
      made.name,
      { content, lineOffset, data: new Map(data) },
      { config: settings.content, defaults: fileDefaults(settings, made.name, 'pages') },
    )
    this.#url = made.url
    this.#outputExtension = made.extension
  }

  override get sourcePath(): string {
    return this.template.sourcePath
  }

  // The defaults of the template's path give it one, too.
  override get layout(): string | null {
    return this.data.has('layout') ? super.layout : this.template.layout
  }

  override get outputExtension(): string {
    return this.#outputExtension
  }

  // Jekyll tells by the permalink or the name, and the name is `.html`: no extension at all.
  override get isHtml(): boolean {
    return HTML_EXTENSIONS.has(super.outputExtension)
  }

  protected override makeUrl(): string {
    return this.#url
  }

  // No URL here is percent-encoded.
  protected override makeOutputPath(): string | null {
    return destinationPath(this.#url.replaceAll('%', '%25'), '') || null
  }
}

interface Series {
  readonly site: Site
  readonly template: Page
  readonly facts: TemplateFacts
  readonly options: PaginationOptions
  readonly documents: readonly Document[]
  readonly perPage: number
  readonly total: number
}

/** The pages of a template, at least one. `pagination` is the site's settings for all of them. */
export function paginateTemplate(site: Site, template: Page, pagination: YamlMap): Page[] {
  const series = seriesOf(site, template, readPagination(mergedSettings(template, pagination)))
  return Array.from({ length: series.total }, (_, i) => pageOf(series, i + 1))
}

function mergedSettings(template: Page, pagination: YamlMap): YamlMap {
  const own = template.dataOrDefault('pagination')
  return own !== undefined && isYamlMap(own) ? deepMerge(pagination, own) : pagination
}

function seriesOf(site: Site, template: Page, options: PaginationOptions): Series {
  const documents = selectDocuments(site, options)
  const perPage = options.perPage || Math.max(documents.length, 1)
  const pages = Math.max(Math.ceil(documents.length / perPage), 1)
  const title = text(template.dataOrDefault('title')) ?? text(site.settings.config.get('title'))
  const folder = folderOfTemplate(template.permalink, template.url)
  const total = options.limit > 0 ? Math.min(pages, options.limit) : pages
  return { site, template, facts: { folder, title }, options, documents, perPage, total }
}

function pageOf(series: Series, number: number): Page {
  const { site, template, options, facts, total } = series
  const { url, path } = pathsAt(series, number)
  const { extension } = options
  const name = `${options.indexPage ?? ''}${extension}`
  const page = new PaginatedPage(template, { site, name, extension, url })
  const { data } = page
  if (data.has('permalink')) data.set('permalink', path)
  data.set('pagination_info', new Map(Object.entries({ curr_page: number, total_pages: total })))
  const title = titleAt(series, number)
  if (number > 1 || (!data.has('title') && facts.title !== null)) data.set('title', title)
  if (number > 1) data.set('autogen', AUTOGEN)
  page.pager = pagerOf(series, number)
  return page
}

function pathsAt({ facts, options, total }: Series, number: number): PagePaths {
  if (number === 1) return firstPaths(facts, options, total)
  return pathsOf(facts, options, { number, total })
}

function titleAt({ facts, options, total }: Series, number: number): string | null {
  return number === 1 ? facts.title : titleOf(facts, options.title, { number, total })
}

function pagerOf(series: Series, number: number): Pager {
  const { facts, options, documents, perPage, total } = series
  const linkAt = (at: number) => pathsAt(series, at).link
  return {
    ...pagerAt({ posts: documents, perPage, total, pathOf: linkAt }, number),
    more: {
      pagePath: pathsAt(series, number).path,
      firstPagePath: linkAt(1),
      // The permalink's address, even where the last page is the first one.
      lastPagePath: pathsOf(facts, options, { number: total, total }).link,
      trail: trailNumbers(number, total, options.trail).map((at) => trailStep(series, at)),
    },
  }
}

function trailStep(series: Series, number: number): TrailStep {
  return { number, path: pathsAt(series, number).path, title: titleAt(series, number) }
}

/** Whether a page asks for pagination. */
export function isTemplate(page: Page): boolean {
  const own = page.dataOrDefault('pagination')
  return own !== undefined && isYamlMap(own) && own.get('enabled') === true
}
