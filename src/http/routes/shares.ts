/** Links that show a preview to people without an account. @see src/http/README.md (Shared previews) */

import { z } from 'zod'
import type { Shares } from '../../service/render/shares.js'
import { param, route, type Route } from '../route.js'
import { deletedJson, deletedSchema } from '../wire/common.js'
import {
  createShareInput,
  madeShareJson,
  madeShareSchema,
  shareJson,
  shareSchema,
} from '../wire/share.js'

const SHARED = { tag: 'Shares', access: 'key' } as const
const PATH = '/v2/sites/:site_id/shares'

export function sharesRoutes(shares: Shares): Route[] {
  return [listShares(shares), createShare(shares), revokeShare(shares)]
}

function listShares(shares: Shares): Route {
  return route({
    ...SHARED,
    method: 'get',
    path: PATH,
    operation: 'listShares',
    summary: 'List the links to previews of a site',
    description:
      'Those that have not ended, newest first; for writers, those that they have made. A site has ' +
      'few, so this list has no pages.',
    replies: { 200: { description: 'The links', schema: z.array(shareSchema) } },
    run: async (request) => {
      const all = shares.list(request.actor, param(request, 'site_id'))
      return { status: 200, body: all.map(shareJson) }
    },
  })
}

function createShare(shares: Shares): Route {
  return route({
    ...SHARED,
    method: 'post',
    path: PATH,
    operation: 'createShare',
    summary: 'Make a link that shows a preview to people without an account',
    description:
      'Of one text as it is saved, for everybody who may read it; of the whole site for publishers and ' +
      'admins. The answer is the only one with its address. It ends after some days, when it is revoked, ' +
      'and when whoever made it may no longer see what it shows.',
    errors: ['conflict'],
    json: createShareInput,
    replies: {
      201: {
        description: 'The link',
        schema: madeShareSchema,
        location: '/v2/sites/{site_id}/shares',
      },
    },
    run: async (request) => {
      const { entry_id: entryId, expires_in_days: days } = request.body
      const siteId = param(request, 'site_id')
      return {
        status: 201,
        body: madeShareJson(shares.create(request.actor, siteId, { entryId, days })),
      }
    },
  })
}

function revokeShare(shares: Shares): Route {
  return route({
    ...SHARED,
    method: 'delete',
    path: `${PATH}/:share_id`,
    operation: 'revokeShare',
    summary: 'Revoke a link to a preview',
    description: 'It ends at once. Writers revoke only those that they have made.',
    replies: { 200: { description: 'Revoked', schema: deletedSchema } },
    run: async (request) => {
      const id = param(request, 'share_id')
      shares.revoke(request.actor, param(request, 'site_id'), id)
      return { status: 200, body: deletedJson(id) }
    },
  })
}
