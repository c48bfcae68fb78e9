/** jekyll-seo-tag 2.8: `{% seo %}` writes titles, descriptions, social cards and JSON-LD. */

import type { TagDefinition } from '../../../liquid/definition.js'
import { hostOf, pageOf } from '../../render/host.js'
import type { Plugin } from '../../render/plugin.js'
import { seoHtml } from './seo-html.js'
import { SeoFacts } from './seo-facts.js'

const seoTag: TagDefinition = {
  name: 'seo',
  kind: 'inline',
  parse: (markup) => (context, out) => {
    const facts = new SeoFacts(hostOf(context), {
      page: pageOf(context),
      site: context.environment.get('site') ?? null,
      paginator: context.find('paginator') ?? null,
      showsTitle: !/title=false/i.test(markup),
    })
    out.write(seoHtml(facts))
  },
}

/** The plugin. */
export const SEO_TAG: Plugin = { name: 'jekyll-seo-tag', tags: [seoTag] }
