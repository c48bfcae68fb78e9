/** Pages: text files with front matter outside collections. @see src/http/README.md (Content) */

import { z } from 'zod'
import type { Pages } from '../../service/content/pages.js'
import { preconditionOf } from '../precondition.js'
import { param, route, type Route } from '../route.js'
import {
  createPageInput,
  pageJson,
  pageRowSchema,
  pageSchema,
  textInputOf,
  updatePageInput,
} from '../wire/document.js'
import { pageBody, pageSummary, pageRow } from '../wire/entry-text.js'
import { textQuery } from '../wire/entry-query.js'
import { deleteEntryRoute, entryList, getEntryRoute } from '../entry-routes.js'

const PAGE = { description: 'The page', schema: pageSchema, headers: ['ETag'] } as const

export function pagesRoutes(pages: Pages, publicUrl: string): Route[] {
  return [...listRoutes(pages, publicUrl), ...pageRoutes(pages)]
}

function listRoutes(pages: Pages, publicUrl: string): Route[] {
  const shared = { tag: 'Pages', access: 'key', path: '/v2/sites/:site_id/pages' } as const
  return [
    route({
      ...shared,
      method: 'get',
      operation: 'listPages',
      inSets: true,
      summary: 'List the pages of a site',
      description:
        'Files with front matter outside collections; the parameters are those of documents.',
      query: textQuery,
      replies: { 200: { description: 'A page of pages', schema: z.array(pageRowSchema) } },
      run: (request) =>
        entryList(request, {
          publicUrl,
          list: (query) => pages.list(request.actor, param(request, 'site_id'), query),
          toText: pageRow,
          toSummary: pageSummary,
        }),
    }),
    route({
      ...shared,
      method: 'post',
      operation: 'createPage',
      inSets: true,
      creates: true,
      summary: 'Create a page',
      description: 'Without `path`, the file is named after the title. 409 if the path is taken.',
      json: createPageInput,
      replies: { 201: { ...PAGE, location: '/v2/pages/{id}' } },
      run: async (request) => {
        const owned = await pages.create(
          request.actor,
          param(request, 'site_id'),
          textInputOf(request.body),
        )
        return { status: 201, body: pageJson(owned), etag: owned.entry.oid }
      },
    }),
  ]
}

function pageRoutes(pages: Pages): Route[] {
  const shared = { tag: 'Pages', access: 'key', path: '/v2/pages/:page_id' } as const
  const kind = {
    noun: 'page',
    reply: PAGE,
    toBody: pageBody,
    get: pages.get,
    remove: pages.delete,
  } as const
  return [
    getEntryRoute(kind),
    route({
      ...shared,
      method: 'put',
      operation: 'updatePage',
      inSets: true,
      summary: 'Change a page; fields that are not given stay as they are',
      description:
        'As for documents: `If-Match` is strict (412), a `sha` in the body merges (409).',
      headers: ['If-Match'],
      errors: ['conflict'],
      json: updatePageInput,
      replies: { 200: PAGE },
      run: async (request) => {
        const { sha, ...input } = request.body
        const basis = preconditionOf(request, sha)
        const owned = await pages.update(request.actor, param(request, 'page_id'), {
          input: textInputOf(input),
          basis,
        })
        return { status: 200, body: pageJson(owned), etag: owned.entry.oid }
      },
    }),
    deleteEntryRoute(kind),
  ]
}
