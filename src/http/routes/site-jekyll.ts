/** Which Jekyll a site is built as, and its theme. */

import type { SiteJekylls } from '../../service/sites/site-jekyll.js'
import { param, route, type Route } from '../route.js'
import { siteJekyllJson, siteJekyllSchema } from '../wire/site-jekyll.js'

const SITE_JEKYLL = { description: 'How the site is built', schema: siteJekyllSchema } as const

export function siteJekyllRoutes(jekylls: SiteJekylls): Route[] {
  const shared = { tag: 'Sites', access: 'key' } as const
  return [
    route({
      ...shared,
      method: 'get',
      path: '/v2/sites/:site_id/jekyll',
      operation: 'getSiteJekyll',
      summary: 'Which Jekyll a site is built as, why, and with which theme',
      description:
        'As the last commit says: `jekyll_version`, else Gemfile.lock, else the Gemfile; a site without any is built as by ' +
        'GitHub Pages. Nothing is fetched or built. 409 if the site has no files yet.',
      errors: ['conflict'],
      replies: { 200: SITE_JEKYLL },
      run: async (request) => {
        const found = await jekylls.get(request.actor, param(request, 'site_id'))
        return { status: 200, body: siteJekyllJson(found) }
      },
    }),
    route({
      ...shared,
      method: 'post',
      path: '/v2/sites/:site_id/theme/update',
      operation: 'updateTheme',
      summary: 'Fetch the newest version of the theme of a site',
      description:
        'The newest that its Gemfile and its Jekyll allow; of `remote_theme`, the newest commit. A site otherwise stays with ' +
        'the version that it has. Builds from now on use it. Answers when it is here, which takes two minutes at most. 409 ' +
        'with the reason if the site has no theme that is fetched, or it is not to be had.',
      errors: ['conflict'],
      replies: { 200: SITE_JEKYLL },
      run: async (request) => {
        const found = await jekylls.updateTheme(request.actor, param(request, 'site_id'))
        return { status: 200, body: siteJekyllJson(found) }
      },
    }),
  ]
}
