/** jekyll-paginate: splits the posts over copies of the nearest index page. */

import { Page } from '../items/page.js'
import type { Document } from '../items/document.js'
import { pagerAt } from '../items/pager.js'
import { folderOf } from '../items/item.js'
import { cleanFolder, text } from '../base/settings.js'
import { postsOf, type Site } from '../items/site.js'
import { readPage } from '../read/reader.js'
import { fileDefaults } from '../read/reading.js'
import { madeText } from '../read/text.js'
import { LOWEST, type GeneratorContext, type Plugin } from '../render/plugin.js'

/** Paginates as the keys `paginate` and `paginate_path` say. */
export async function paginateOldStyle(context: GeneratorContext): Promise<void> {
  const { site } = context
  const perPage = Number(text(site.settings.config.get('paginate')) ?? 0)
  if (!(perPage > 0) || site.pages.length === 0) return
  const template = templatePage(site)
  if (template === null) {
    site.reporter.warn(
      'Pagination is enabled, but there is no index.html page to use as its template.',
    )
    return
  }
  const posts = postsOf(site)
    .toSorted((a, b) => b.compareTo(a))
    .filter((post) => !isHidden(post))
  const total = Math.ceil(posts.length / perPage)
  if (total > 1 && pathRead(template) !== template.path) warnOfPermalink(site, template)
  const pathOf = (page: number) => (page <= 1 ? template.url : pagePath(site, page))
  for (let number = 1; number <= total; number++) {
    const pager = pagerAt({ posts, perPage, total, pathOf }, number)
    if (number === 1) template.pager = pager
    else {
      const folder = (pagePath(site, number) ?? '').replace(/^\/+|(?<!\/)\/+$/g, '')
      const page = await nextPage(context, pathRead(template), folder)
      page.pager = pager
      // jekyll-last-modified-at gives each page the time of its file, and these have the template's.
      const changed = template.data.get('last_modified_at')
      if (changed !== undefined) page.data.set('last_modified_at', changed)
      site.pages.push(page)
    }
  }
}

/** Where the plugin looks for the text of the pages behind the first: in the folder of the template's URL. */
function pathRead({ dir, name }: Page): string {
  return `${dir}${name}`.replace(/^\//, '')
}

/** A page of a file, or an empty one where there is no file. */
async function nextPage(
  { site, reading }: GeneratorContext,
  path: string,
  folder: string,
): Promise<Page> {
  if (site.files.has(path)) return readPage(reading, path, folder)
  const { settings } = site
  const defaults = fileDefaults(settings, path, 'pages')
  const options = { config: settings.content, defaults, folder, isGenerated: true }
  return new Page(path, madeText('', new Map()), options)
}

function warnOfPermalink(site: Site, { path }: Page): void {
  site.reporter.warn(
    'Because of its permalink, jekyll-paginate finds no text for the pages behind the first. Put the file where its URL is, without a permalink.',
    { path, key: 'permalink' },
  )
}

function isHidden(post: Document): boolean {
  const hidden = post.data.get('hidden')
  return hidden !== undefined && hidden !== null && hidden !== false
}

// jekyll-paginate/pager.rb: an index.html in the folder of paginate_path or above; the longest path
function templatePage(site: Site): Page | null {
  const folder = folderOf(cleanFolder(pathTemplate(site)))
  const candidates = site.pages.filter((page) => {
    const own = folderOf(page.path)
    return (
      page.name === 'index.html' && (own === '' || folder === own || folder.startsWith(`${own}/`))
    )
  })
  return candidates.sort((a, b) => b.path.length - a.path.length)[0] ?? null
}

function pathTemplate(site: Site): string {
  return text(site.settings.config.get('paginate_path')) ?? '/page:num'
}

function pagePath(site: Site, number: number): string | null {
  const path = pathTemplate(site).replace(':num', String(number))
  return path.startsWith('/') ? path : `/${path}`
}

/** The plugin. */
export const PAGINATE: Plugin = {
  name: 'jekyll-paginate',
  generators: [{ priority: LOWEST, run: paginateOldStyle }],
}
