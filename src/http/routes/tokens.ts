/** Access tokens of the caller. @see src/http/README.md (Tokens) */

import { z } from 'zod'
import type { Tokens } from '../../service/accounts/tokens.js'
import { pageQuery, pageReply, windowOf } from '../pagination.js'
import { param, route, type Route } from '../route.js'
import { deletedJson, deletedSchema } from '../wire/common.js'
import {
  createTokenInput,
  madeTokenJson,
  madeTokenSchema,
  rotateTokenInput,
  tokenJson,
  tokenSchema,
} from '../wire/token.js'

export function tokensRoutes(tokens: Tokens, publicUrl: string): Route[] {
  return [...listRoutes(tokens, publicUrl), ...oneRoutes(tokens)]
}

const SHARED = { tag: 'Tokens', access: 'key' } as const
const PATH = '/v2/users/me/tokens'

function listRoutes(tokens: Tokens, publicUrl: string): Route[] {
  return [
    route({
      ...SHARED,
      method: 'get',
      path: PATH,
      operation: 'listTokens',
      summary: 'List your access tokens',
      description: 'Newest first, also those that have expired. No token may list them.',
      query: pageQuery,
      replies: { 200: { description: 'A page of tokens', schema: z.array(tokenSchema) } },
      run: async (request) => {
        const page = tokens.list(request.actor, windowOf(request))
        return pageReply(page.rows.map(tokenJson), { request, publicUrl, page })
      },
    }),
    route({
      ...SHARED,
      method: 'post',
      path: PATH,
      operation: 'createToken',
      summary: 'Make an access token for a program',
      description:
        'It may do what its scopes name, on the sites that it names, within your role. The answer is ' +
        'the only one that shows it.',
      errors: ['conflict'],
      json: createTokenInput,
      replies: { 201: { description: 'The token', schema: madeTokenSchema, location: PATH } },
      run: async ({ actor, body }) => {
        const { site_ids: siteIds, expires_in_days: days, name, scopes } = body
        return {
          status: 201,
          body: madeTokenJson(tokens.create(actor, { name, scopes, siteIds, days })),
        }
      },
    }),
  ]
}

function oneRoutes(tokens: Tokens): Route[] {
  return [
    route({
      ...SHARED,
      method: 'post',
      path: `${PATH}/:token_id/rotate`,
      operation: 'rotateToken',
      summary: 'Replace a token; the former one stays valid for some hours',
      description: 'Scopes, sites and expiry stay as they are.',
      json: rotateTokenInput,
      replies: { 200: { description: 'The new token', schema: madeTokenSchema } },
      run: async (request) => {
        const id = param(request, 'token_id')
        const made = tokens.rotate(request.actor, id, request.body.overlap_hours)
        return { status: 200, body: madeTokenJson(made) }
      },
    }),
    route({
      ...SHARED,
      method: 'delete',
      path: `${PATH}/:token_id`,
      operation: 'revokeToken',
      summary: 'Revoke a token',
      description: 'It stops working at once, also for what it has open: streams, clones, pushes.',
      replies: { 200: { description: 'Revoked', schema: deletedSchema } },
      run: async (request) => {
        const id = param(request, 'token_id')
        tokens.revoke(request.actor, id)
        return { status: 200, body: deletedJson(id) }
      },
    }),
  ]
}
