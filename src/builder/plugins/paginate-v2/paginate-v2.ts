/**
 * jekyll-paginate-v2: pages that say `pagination: {enabled: true}` become as many pages as their documents
 * need, and autopages make such pages of tags, categories and collections.
 *
 * `debug` prints nothing here. `paginate`, the key of jekyll-paginate, works as there; the plugin's last
 * versions stop at it.
 */

import type { Item } from '../../items/item.js'
import type { Page } from '../../items/page.js'
import { isTruthy } from '../../base/settings.js'
import type { Site } from '../../items/site.js'
import { paginateOldStyle } from '../paginate.js'
import { LOWEST, type GeneratorContext, type Plugin } from '../../render/plugin.js'
import { addAutopages } from './autopages.js'
import { sitePagination } from './options.js'
import { isTemplate, paginateTemplate } from './pages.js'

function generateAutopages({ site }: GeneratorContext): void {
  if (isEnabled(site)) addAutopages(site)
}

async function generate(context: GeneratorContext): Promise<void> {
  const { site, only } = context
  if (isEnabled(site)) paginate(site, only)
  else if (only !== undefined) return
  else if (isTruthy(site.settings.config.get('paginate'))) {
    site.reporter.warn(
      '`paginate` is a key of jekyll-paginate; jekyll-paginate-v2 wants `pagination: {enabled: true}`. The site is paginated in the old way.',
    )
    await paginateOldStyle(context)
  }
}

function isEnabled(site: Site): boolean {
  return sitePagination(site).get('enabled') === true
}

// Each template leaves its place: its pages come last.
function paginate(site: Site, only: Item | undefined): void {
  const settings = sitePagination(site)
  const templates = site.pages.filter(
    (page) => (only === undefined || page === only) && isTemplate(page),
  )
  if (templates.length === 0) {
    if (only !== undefined) return
    site.reporter.warn('Pagination is enabled, but no page has `pagination: {enabled: true}`.')
    return
  }
  // Of one template what it has become before.
  const isLeft = (page: Page) =>
    only === undefined ? templates.includes(page) : page.sourcePath === only.sourcePath
  const made = templates.flatMap((template) => paginateTemplate(site, template, settings))
  site.pages = [...site.pages.filter((page) => !isLeft(page)), ...made]
}

/** The plugin. */
export const PAGINATE_V2: Plugin = {
  name: 'jekyll-paginate-v2',
  generators: [
    { priority: 0, run: generateAutopages },
    { priority: LOWEST, isByItem: true, run: generate },
  ],
}
