/** Forgotten passwords. @see src/http/README.md (Forgotten passwords) */

import type { PasswordResets } from '../../service/accounts/password-resets.js'
import { requireOwnOrigin } from '../middleware/csrf.js'
import { param, route, type Route } from '../route.js'
import {
  forgottenInput,
  forgottenSchema,
  resetInput,
  resetLinkSchema,
  resetSchema,
} from '../wire/password.js'
import { utcStamp } from '../wire/time.js'
import { languageIn } from './invitations.js'

export function passwordsRoutes(resets: PasswordResets, publicUrl: string): Route[] {
  return [...publicRoutes(resets, publicUrl), linkRoute(resets)]
}

function publicRoutes(resets: PasswordResets, publicUrl: string): Route[] {
  const shared = { tag: 'Sessions', access: 'public', method: 'post' } as const
  return [
    route({
      ...shared,
      path: '/v2/password/forgotten',
      operation: 'forgotPassword',
      summary: 'Ask for a link to set a new password, by mail',
      description:
        'The answer is the same whether somebody has the address or not. 409 if the server sends no mail; 429 ' +
        'after 20 requests from a network within an hour. An address gets one mail in 5 minutes, and in an hour at most 2 ' +
        'for a network, and 5 in all.',
      errors: ['conflict'],
      json: forgottenInput,
      replies: { 200: { description: 'Asked', schema: forgottenSchema } },
      run: async (request) => {
        const { body, header, address } = request
        requireOwnOrigin({ origin: header('Origin'), host: header('Host'), publicUrl })
        const language = languageIn(body.language, request)
        resets.ask({ email: body.email, language, address })
        return { status: 200, body: { asked: true as const } }
      },
    }),
    route({
      ...shared,
      path: '/v2/password/reset',
      operation: 'resetPassword',
      summary: 'Set a new password, with the secret of a link',
      description:
        'The link works once, for an hour; then it is 401. All sessions of the user end, and the user is told by ' +
        'mail. A second factor stays. More than 10 wrong links from an address within 5 minutes are 429.',
      errors: ['unauthorized'],
      json: resetInput,
      replies: { 200: { description: 'Set', schema: resetSchema } },
      run: async ({ body, header, address, requestId }) => {
        requireOwnOrigin({ origin: header('Origin'), host: header('Host'), publicUrl })
        const { email } = await resets.reset({ ...body, address, requestId })
        return { status: 200, body: { email } }
      },
    }),
  ]
}

function linkRoute(resets: PasswordResets): Route {
  return route({
    tag: 'Users',
    access: 'key',
    method: 'post',
    path: '/v2/users/:user_id/reset-link',
    operation: 'createResetLink',
    summary: 'Make a link with which a user sets a new password',
    description:
      'For server administrators, to pass it on. It works once, for an hour; an earlier one ends.',
    replies: { 200: { description: 'The link', schema: resetLinkSchema } },
    run: async (request) => {
      const { link, expiresAt } = resets.makeLink(request.actor, param(request, 'user_id'))
      return { status: 200, body: { link, expires_at: utcStamp(expiresAt / 1000) } }
    },
  })
}
