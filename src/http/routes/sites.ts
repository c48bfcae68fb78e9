/** Sites, and operations on a whole site. @see src/http/README.md (Sites) */

import { z } from 'zod'
import type { SiteView } from '../../model/site.js'
import { SITE_SORTS } from '../../model/sort-fields.js'
import type { Sites } from '../../service/sites/sites.js'
import { pageQuery, pageReply, windowOf } from '../pagination.js'
import { requireMatch } from '../precondition.js'
import { param, route, type Reply, type Route } from '../route.js'
import { deletedJson, deletedSchema, searchQuery, sortQuery } from '../wire/common.js'
import {
  createSiteInput,
  giveSiteInput,
  siteJson,
  siteSchema,
  siteTag,
  siteVersion,
  updateSiteInput,
} from '../wire/site.js'

const SITE = { description: 'The site', schema: siteSchema, headers: ['ETag'] } as const
const WORDS = { description: 'Sorted, each once', schema: z.array(z.string()) }

function reply(status: number, view: SiteView): Reply {
  const body = siteJson(view)
  return { status, body, etag: siteTag(body) }
}

export function sitesRoutes(sites: Sites, publicUrl: string): Route[] {
  return [
    ...listRoutes(sites, publicUrl),
    ...siteRoutes(sites),
    ownerRoute(sites),
    ...wordRoutes(sites),
  ]
}

function listRoutes(sites: Sites, publicUrl: string): Route[] {
  const shared = { tag: 'Sites', access: 'key', path: '/v2/sites' } as const
  return [
    route({
      ...shared,
      method: 'get',
      operation: 'listSites',
      summary: 'List the sites on which you have a role',
      description: 'For server administrators: all sites of the server.',
      query: pageQuery.extend({ q: searchQuery, sort: sortQuery(SITE_SORTS, 'title-asc') }),
      replies: { 200: { description: 'A page of sites', schema: z.array(siteSchema) } },
      run: async (request) => {
        const { q, sort } = request.query
        const query = { q, sort, window: windowOf(request) }
        const page = sites.list(request.actor, query)
        return pageReply(page.rows.map(siteJson), { request, publicUrl, page })
      },
    }),
    route({
      ...shared,
      method: 'post',
      operation: 'createSite',
      creates: true,
      summary: 'Create a site; you become its admin',
      description:
        'With a theme and a first post, unless `empty` is true. 409 if the domain is taken.',
      json: createSiteInput,
      replies: { 201: { ...SITE, location: '/v2/sites/{id}' } },
      run: async ({ actor, body }) => reply(201, await sites.create(actor, body)),
    }),
  ]
}

function siteRoutes(sites: Sites): Route[] {
  const shared = { tag: 'Sites', access: 'key', path: '/v2/sites/:site_id' } as const
  const isCurrent = (request: Parameters<typeof requireMatch>[0]) => (view: SiteView) => {
    requireMatch(request, siteTag(siteJson(view)), siteVersion)
  }
  return [
    route({
      ...shared,
      method: 'get',
      operation: 'getSite',
      summary: 'A site',
      description:
        'The version (`ETag`) changes when somebody changes the site, not when its jobs run.',
      headers: ['If-None-Match'],
      replies: { 200: SITE },
      run: async (request) => reply(200, sites.get(request.actor, param(request, 'site_id'))),
    }),
    route({
      ...shared,
      method: 'put',
      operation: 'updateSite',
      summary: 'Change a site; fields that are not given stay as they are',
      description:
        'Title, time zone, defaults and metadata are edited in `_config.yml`; the rest of the ' +
        'file stays as it is. A secret sent back as `********` is kept. 409 if the domain is ' +
        'taken.',
      headers: ['If-Match'],
      errors: ['conflict'],
      json: updateSiteInput,
      replies: { 200: SITE },
      run: async (request) => {
        const change = { input: request.body, check: isCurrent(request) }
        return reply(200, await sites.update(request.actor, param(request, 'site_id'), change))
      },
    }),
    route({
      ...shared,
      method: 'delete',
      operation: 'deleteSite',
      summary: 'Delete a site; its repository is kept in the trash',
      description:
        'Its jobs are stopped. The operator can restore it within 30 days (`--trash-days`).',
      headers: ['If-Match'],
      replies: { 200: { description: 'Deleted', schema: deletedSchema } },
      run: async (request) => {
        const id = param(request, 'site_id')
        await sites.delete(request.actor, id, isCurrent(request))
        return { status: 200, body: deletedJson(id) }
      },
    }),
  ]
}

function ownerRoute(sites: Sites): Route {
  return route({
    tag: 'Sites',
    access: 'key',
    path: '/v2/sites/:site_id/owner',
    method: 'put',
    operation: 'giveSite',
    summary: 'Give a site another owner, one of its admins',
    description:
      'For its owner and server administrators. Whoever owned it stays an admin. 409 if the new one owns as many sites ' +
      'as they may.',
    errors: ['conflict'],
    json: giveSiteInput,
    replies: { 200: SITE },
    run: ({ actor, body, ...request }) => {
      const view = sites.giveTo(actor, param(request, 'site_id'), body.user_id)
      return Promise.resolve(reply(200, view))
    },
  })
}

function wordRoutes(sites: Sites): Route[] {
  // Not paginated (src/http/README.md): tags and categories are no resources.
  const shared = { method: 'get', tag: 'Sites', access: 'key' } as const
  return [
    route({
      ...shared,
      path: '/v2/sites/:site_id/tags',
      operation: 'listTags',
      inSets: true,
      summary: 'List the tags of all posts that you may see',
      description: 'Including drafts and hidden posts that you may see.',
      replies: { 200: WORDS },
      run: async (request) => ({
        status: 200,
        body: await sites.tags(request.actor, param(request, 'site_id')),
      }),
    }),
    route({
      ...shared,
      path: '/v2/sites/:site_id/categories',
      operation: 'listCategories',
      inSets: true,
      summary: 'List the categories of all posts that you may see',
      description: 'Including drafts and hidden posts that you may see.',
      replies: { 200: WORDS },
      run: async (request) => ({
        status: 200,
        body: await sites.categories(request.actor, param(request, 'site_id')),
      }),
    }),
  ]
}
