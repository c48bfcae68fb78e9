/** Commits of a site, and its deleted texts. */

import { z } from 'zod'
import type { SiteCommit, SiteHistory } from '../../service/content/site-history.js'
import type { Window } from '../../service/branch/views.js'
import { listReply, pageQuery, pageReply, windowOf } from '../pagination.js'
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
      summary: 'List the commits of a site, newest first',
      description:
        'With author, time and origin (`door`): `api`, `git` (a push or a sync) or `disk` (an ' +
        'edit in the working tree).',
      query: pageQuery,
      replies: { 200: { description: 'A page of commits', schema: z.array(commitSchema) } },
      run: async (request) => {
        let total: number | undefined
        const read = async (window: Window, beforeRead?: (bytes: number) => void) => {
          const siteId = param(request, 'site_id')
          const page = await history.list(request.actor, siteId, { ...window, total, beforeRead })
          total = page.total
          return page
        }
        const toText = (row: SiteCommit) => JSON.stringify(commitJson(row))
        return listReply({ request, publicUrl, read, toText })
      },
    }),
    route({
      ...shared,
      path: '/v2/sites/:site_id/commits/:commit',
      operation: 'getCommit',
      summary: 'Get a commit with its diff',
      description:
        'Each file has a unified diff, or null if it is binary or too long. `changes_total` ' +
        'also counts files that are not listed.',
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
    summary: 'Compare two commits of a site',
    description:
      'Files with their diffs, as for a commit. Without `to`, compares with the last commit. ' +
      'At most 1,000 files are listed; `changes_total` counts all.',
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
    summary: 'List the deleted documents and pages, newest first',
    description:
      'To restore one, send its `restore_commit` to `POST ' +
      '/v2/documents/{document_id}/restore` (or that of pages).',
    query: pageQuery,
    replies: {
      200: {
        description: 'A page of deleted documents and pages',
        schema: z.array(deletedTextSchema),
      },
    },
    run: async (request) => {
      const window = windowOf(request)
      const page = await history.deleted(request.actor, param(request, 'site_id'), window)
      return pageReply(page.rows.map(deletedTextJson), { request, publicUrl, page })
    },
  })
}
