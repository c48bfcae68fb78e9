/** jekyll-default-layout: `home`, `page`, `post` or `default` for what names no layout. */

import { Document } from '../items/document.js'
import { Page } from '../items/page.js'
import { documentsOf, type Site } from '../items/site.js'
import { LOWEST, type GeneratorContext, type Plugin } from '../render/plugin.js'

function generate({ site, host, only }: GeneratorContext): void {
  for (const item of only === undefined ? [...documentsOf(site), ...site.pages] : [only]) {
    // Also one that is null, of the defaults too.
    if (item.data.has('layout') || (item instanceof Page && item.defaults.has('layout'))) continue
    if (!host.isMarkdown(item)) continue
    const layout = layoutFor(site, item)
    if (layout !== undefined) item.data.set('layout', layout)
  }
}

function layoutFor(site: Site, item: Page | Document): string | undefined {
  return namesFor(item).find((name) => site.layouts.has(name))
}

// Documents of other collections than the posts get none.
function namesFor(item: Page | Document): string[] {
  if (item instanceof Document) {
    return item.collection.label === 'posts' ? ['post', 'default'] : []
  }
  return item.url === '/' ? ['home', 'page', 'default'] : ['page', 'default']
}

/** The plugin. */
export const DEFAULT_LAYOUT: Plugin = {
  name: 'jekyll-default-layout',
  generators: [{ priority: LOWEST, isByItem: true, run: generate }],
}
