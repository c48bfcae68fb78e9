/** The caller's passkeys. @see src/http/README.md (Second factor) */

import { z } from 'zod'
import type { Passkeys } from '../../service/accounts/passkeys.js'
import { pageQuery, pageReply, windowOf } from '../pagination.js'
import { param, route, type Route } from '../route.js'
import { deletedJson, deletedSchema } from '../wire/common.js'
import {
  beginPasskeyInput,
  createPasskeyInput,
  madePasskeyJson,
  madePasskeySchema,
  passkeyJson,
  passkeySchema,
  passkeyWantedSchema,
} from '../wire/passkey.js'

const PATH = '/v2/users/me/second-factor/passkeys'
const SHARED = { tag: 'Sessions', access: 'key' } as const
const POST = { ...SHARED, method: 'post' } as const

export function passkeysRoutes(passkeys: Passkeys, publicUrl: string): Route[] {
  return [...keeping(passkeys, publicUrl), ...making(passkeys)]
}

function keeping(passkeys: Passkeys, publicUrl: string): Route[] {
  return [
    route({
      ...SHARED,
      method: 'get',
      path: PATH,
      operation: 'listPasskeys',
      summary: 'List your passkeys',
      description: 'Newest first.',
      query: pageQuery,
      replies: { 200: { description: 'A page of passkeys', schema: z.array(passkeySchema) } },
      run: async (request) => {
        const page = passkeys.list(request.actor, windowOf(request))
        return pageReply(page.rows.map(passkeyJson), { request, publicUrl, page })
      },
    }),
    route({
      ...POST,
      path: `${PATH}/:passkey_id/remove`,
      operation: 'removePasskey',
      summary: 'Remove a passkey',
      description:
        'With your password, so that it can be done without the passkey. Without passkeys and app, the second factor is off.',
      json: beginPasskeyInput,
      replies: { 200: { description: 'Removed', schema: deletedSchema } },
      run: async (request) => {
        const id = param(request, 'passkey_id')
        await passkeys.remove(request.actor, id, request.body.current_password)
        return { status: 200, body: deletedJson(id) }
      },
    }),
  ]
}

function making(passkeys: Passkeys): Route[] {
  return [
    route({
      ...POST,
      path: `${PATH}/begin`,
      operation: 'beginPasskey',
      summary: 'Begin to add a passkey',
      description:
        'Within 5 minutes, `createPasskey` takes what the browser makes of the answer, once. 409 with 10 passkeys, and for a ' +
        'server without a host name.',
      errors: ['conflict'],
      json: beginPasskeyInput,
      replies: { 200: { description: 'What to make', schema: passkeyWantedSchema } },
      run: async ({ actor, body }) => {
        const wanted = await passkeys.begin(actor, body.current_password)
        return { status: 200, body: { public_key: { ...wanted } } }
      },
    }),
    route({
      ...POST,
      path: PATH,
      operation: 'createPasskey',
      summary: 'Add the passkey that the browser has made',
      description:
        'The first second factor ends your other sessions, and comes with recovery codes. An answer that is not right is 422; ' +
        'one to nothing that was asked, or that was used, is 409.',
      errors: ['conflict'],
      json: createPasskeyInput,
      replies: { 201: { description: 'The passkey', schema: madePasskeySchema, location: PATH } },
      run: async ({ actor, body }) => ({
        status: 201,
        body: madePasskeyJson(await passkeys.create(actor, body)),
      }),
    }),
  ]
}
