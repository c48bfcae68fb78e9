/** Invitations, by those who invite and by those who are invited. @see src/http/README.md (Invitations) */

import { z } from 'zod'
import type { Invitations } from '../../service/accounts/invitations.js'
import { languageOf } from '../../service/mail/letter.js'
import { requireOwnOrigin } from '../middleware/csrf.js'
import { createSessionCookie } from '../middleware/session-cookie.js'
import { pageQuery, pageReply, windowOf } from '../pagination.js'
import { param, route, type RawRequest, type Route } from '../route.js'
import { deletedJson, deletedSchema } from '../wire/common.js'
import {
  acceptInvitationInput,
  createInvitationInput,
  createSiteInvitationInput,
  invitationJson,
  invitationSchema,
  openedInvitationJson,
  openedInvitationSchema,
  openInvitationInput,
  sentInvitationJson,
  sentInvitationSchema,
} from '../wire/invitation.js'
import { currentSessionJson, currentSessionSchema } from '../wire/session.js'

const TAG = { tag: 'Invitations' } as const
const SHARED = { ...TAG, access: 'key' } as const
const SENT = { description: 'The invitation', schema: sentInvitationSchema } as const
const LIST = { description: 'A page of invitations', schema: z.array(invitationSchema) } as const
const SENDING =
  'The link works once, for 7 days, as long as whoever invited may still invite. It is mailed if the server ' +
  'sends mail; else it is in this answer only. 409 if the address has an account or is invited already; 429 ' +
  'after 5 mails to the address, or 100 invitations of yours, within an hour.'

/** The language to write in: as asked, else as the browser says. */
export function languageIn(asked: string | undefined, { header }: Pick<RawRequest, 'header'>) {
  return languageOf(asked) ?? languageOf(header('Accept-Language')) ?? 'en'
}

export function invitationsRoutes(invitations: Invitations, publicUrl: string): Route[] {
  return [
    ...serverRoutes(invitations, publicUrl),
    ...siteRoutes(invitations, publicUrl),
    ...oneRoutes(invitations),
    ...openRoutes(invitations, publicUrl),
    acceptRoute(invitations, publicUrl),
  ]
}

function serverRoutes(invitations: Invitations, publicUrl: string): Route[] {
  const shared = { ...SHARED, path: '/v2/invitations' } as const
  return [
    route({
      ...shared,
      method: 'get',
      operation: 'listInvitations',
      summary: 'List all invitations',
      description:
        'For server administrators. Newest first, also those that expired within 30 days.',
      query: pageQuery,
      replies: { 200: LIST },
      run: async (request) => {
        const page = invitations.list(request.actor, null, windowOf(request))
        return pageReply(page.rows.map(invitationJson), { request, publicUrl, page })
      },
    }),
    route({
      ...shared,
      method: 'post',
      operation: 'createInvitation',
      summary: 'Invite somebody to the server',
      description: `For server administrators. ${SENDING}`,
      errors: ['conflict'],
      json: createInvitationInput,
      replies: { 201: { ...SENT, location: '/v2/invitations' } },
      run: async (request) => {
        const { email, admin = false, language: asked } = request.body
        const what = { siteId: null, kind: null, isAdmin: admin }
        const language = languageIn(asked, request)
        const made = invitations.create(request.actor, { email, ...what, language })
        return { status: 201, body: sentInvitationJson(made) }
      },
    }),
  ]
}

function siteRoutes(invitations: Invitations, publicUrl: string): Route[] {
  const shared = { ...SHARED, path: '/v2/sites/:site_id/invitations' } as const
  return [
    route({
      ...shared,
      method: 'get',
      operation: 'listSiteInvitations',
      summary: 'List the invitations to a site',
      description: 'For admins of the site. Newest first, also those that expired within 30 days.',
      query: pageQuery,
      replies: { 200: LIST },
      run: async (request) => {
        const siteId = param(request, 'site_id')
        const page = invitations.list(request.actor, siteId, windowOf(request))
        return pageReply(page.rows.map(invitationJson), { request, publicUrl, page })
      },
    }),
    route({
      ...shared,
      method: 'post',
      operation: 'createSiteInvitation',
      summary: 'Invite somebody to a site, with a role',
      description: `For admins of the site. ${SENDING}`,
      errors: ['conflict'],
      json: createSiteInvitationInput,
      replies: { 201: { ...SENT, location: '/v2/sites/{site_id}/invitations' } },
      run: async (request) => {
        const { email, kind, language: asked } = request.body
        const what = { siteId: param(request, 'site_id'), kind, isAdmin: false }
        const language = languageIn(asked, request)
        const made = invitations.create(request.actor, { email, ...what, language })
        return { status: 201, body: sentInvitationJson(made) }
      },
    }),
  ]
}

function oneRoutes(invitations: Invitations): Route[] {
  const one = { ...SHARED, path: '/v2/invitations/:invitation_id' } as const
  return [
    route({
      ...one,
      method: 'post',
      path: `${one.path}/resend`,
      operation: 'resendInvitation',
      summary: 'Send an invitation again',
      description: `For those who may invite there. The former link ends. ${SENDING}`,
      errors: ['conflict'],
      replies: { 200: SENT },
      run: async (request) => {
        const sent = invitations.resend(request.actor, param(request, 'invitation_id'))
        return { status: 200, body: sentInvitationJson(sent) }
      },
    }),
    route({
      ...one,
      method: 'delete',
      operation: 'revokeInvitation',
      summary: 'Withdraw an invitation',
      description: 'For those who may invite there. Its link ends.',
      replies: { 200: { description: 'Withdrawn', schema: deletedSchema } },
      run: async (request) => {
        invitations.revoke(request.actor, param(request, 'invitation_id'))
        return { status: 200, body: deletedJson(param(request, 'invitation_id')) }
      },
    }),
  ]
}

function openRoutes(invitations: Invitations, publicUrl: string): Route[] {
  const opened = { description: 'What it offers', schema: openedInvitationSchema } as const
  return [
    route({
      ...TAG,
      method: 'post',
      path: '/v2/invitations/read',
      operation: 'readInvitation',
      summary: 'Read what an invitation offers',
      description:
        'With the secret of its link: a POST, so that no log has it. Changes nothing. 401 if the link has ended.',
      access: 'public',
      errors: ['unauthorized'],
      json: openInvitationInput,
      replies: { 200: opened },
      run: async ({ body: { token }, header, address, requestId }) => {
        requireOwnOrigin({ origin: header('Origin'), host: header('Host'), publicUrl })
        const found = invitations.read({ token, address, requestId })
        return { status: 200, body: openedInvitationJson(found) }
      },
    }),
    route({
      ...TAG,
      method: 'post',
      path: '/v2/invitations/join',
      operation: 'joinByInvitation',
      summary: 'Accept an invitation with the account that is signed in',
      description: 'It is 409 if it is for another address, and 401 if the link has ended.',
      access: 'session',
      errors: ['conflict', 'second_factor_required'],
      json: openInvitationInput,
      replies: { 200: { description: 'Accepted', schema: currentSessionSchema } },
      run: async ({ actor, body: { token }, address, requestId }) => {
        const view = invitations.acceptSignedIn(actor, { token, address, requestId })
        return { status: 200, body: currentSessionJson(view) }
      },
    }),
  ]
}

function acceptRoute(invitations: Invitations, publicUrl: string): Route {
  const cookie = createSessionCookie(publicUrl)
  const session = { description: 'The session', schema: currentSessionSchema } as const
  return route({
    ...TAG,
    method: 'post',
    path: '/v2/invitations/accept',
    operation: 'acceptInvitation',
    summary: 'Accept an invitation with a new account; signs the browser in',
    description:
      'Only for pages of this origin. 401 if the link has ended, 409 if the address has an account: then it is ' +
      'accepted with that. More than 10 wrong links from an address within 5 minutes are 429.',
    access: 'public',
    errors: ['unauthorized', 'conflict'],
    json: acceptInvitationInput,
    replies: { 201: { ...session, headers: ['Set-Cookie'], location: '/v2/session' } },
    run: async (request) => {
      const { body, header, address, requestId } = request
      requireOwnOrigin({ origin: header('Origin'), host: header('Host'), publicUrl })
      const formerCookie = cookie.read(header('Cookie'))
      const browser = { userAgent: header('User-Agent'), formerCookie, address, requestId }
      const language = languageIn(body.language, request)
      const made = await invitations.accept({ ...body, ...browser, language })
      const headers = { 'Set-Cookie': cookie.write(made.cookie) }
      return { status: 201, headers, body: currentSessionJson(made.view) }
    },
  })
}
