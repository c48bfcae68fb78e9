/** What happened to a site, and what it has no more. */

import { z } from 'zod'
import type { SiteHistory } from '../../service/content/site-history.js'
import { pageQuery, pageReply, windowOf } from '../pagination.js'
import { param, route, type Route } from '../route.js'
import { diffQuery } from '../wire/history.js'
import {
  commitDetailJson,
  commitDetailSchema,
  commitJson,
  commitSchema,
  deletedTextJson,
  deletedTextSchema,
  siteDifferenceJson,
  siteDifferenceSchema,
} from '../wire/site-history.js'

const shared = {
  tag: 'History',
  access: 'key',
  method: 'get',
  errors: ['forbidden'],
} as const

export function siteHistoryRoutes(history: SiteHistory, publicUrl: string): Route[] {
  return [...commitRoutes(history, publicUrl), diffRoute(history), deletedRoute(history, publicUrl)]
}

function commitRoutes(history: SiteHistory, publicUrl: string): Route[] {
  return [
    route({
      ...shared,
      path: '/v2/sites/:site_id/commits',
      operation: 'listCommits',
      summary: 'The commits of a site, newest first',
      description:
        'By whom, when, and by which door: `api`, `git` (a push or a sync) or `disk` (an edit in the working tree).',
      query: pageQuery,
      replies: { 200: { description: 'A page of commits', schema: z.array(commitSchema) } },
      run: async (request) => {
        const window = windowOf(request.query)
        const page = await history.list(request.actor, param(request, 'site_id'), window)
        return pageReply(page.rows.map(commitJson), { request, publicUrl, total: page.total })
      },
    }),
    route({
      ...shared,
      path: '/v2/sites/:site_id/commits/:commit',
      operation: 'getCommit',
      summary: 'A commit with the differences that it made',
      description:
        'Each file with its difference in unified format; null for bytes and for what is too long. ' +
        '`changes_total` counts those, too, that are not told.',
      replies: { 200: { description: 'The commit', schema: commitDetailSchema } },
      run: async (request) => {
        const commit = param(request, 'commit')
        const detail = await history.get(request.actor, param(request, 'site_id'), commit)
        return { status: 200, body: commitDetailJson(detail) }
      },
    }),
  ]
}

function diffRoute(history: SiteHistory): Route {
  return route({
    ...shared,
    path: '/v2/sites/:site_id/diff',
    operation: 'getSiteDiff',
    summary: 'What lies between two commits of a site',
    description:
      'Files with their differences, as a commit shows them; without `to`, up to the last commit. ' +
      '`changes_total` counts those, too, that are not told (more than 1,000).',
    query: diffQuery,
    replies: { 200: { description: 'The difference', schema: siteDifferenceSchema } },
    run: async (request) => {
      const { from, to } = request.query
      const siteId = param(request, 'site_id')
      const difference = await history.between(request.actor, siteId, { from, to })
      return { status: 200, body: siteDifferenceJson(difference) }
    },
  })
}

function deletedRoute(history: SiteHistory, publicUrl: string): Route {
  return route({
    ...shared,
    path: '/v2/sites/:site_id/deleted',
    operation: 'listDeleted',
    summary: 'The documents and pages that were deleted, newest first; restored by their ids',
    description:
      '`restore_commit` is the version to send to `POST /v2/documents/{document_id}/restore`, or to that of pages.',
    query: pageQuery,
    replies: {
      200: { description: 'A page of deleted ones', schema: z.array(deletedTextSchema) },
    },
    run: async (request) => {
      const window = windowOf(request.query)
      const page = await history.deleted(request.actor, param(request, 'site_id'), window)
      return pageReply(page.rows.map(deletedTextJson), { request, publicUrl, total: page.total })
    },
  })
}
