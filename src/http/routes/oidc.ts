/** Sign-in with an OpenID Connect provider. @see src/http/README.md (OpenID Connect) */

import { personOf } from '../../service/accounts/access.js'
import type { Oidc } from '../../service/accounts/oidc.js'
import { requireOwnOrigin } from '../middleware/csrf.js'
import { createOidcCookie, createSessionCookie } from '../middleware/session-cookie.js'
import { route, type Route } from '../route.js'
import { deletedJson, deletedSchema } from '../wire/common.js'
import {
  oidcAnswerInput,
  oidcAskedSchema,
  oidcLinkInput,
  oidcLinkJson,
  oidcLinkSchema,
  signInWaysJson,
  signInWaysSchema,
} from '../wire/oidc.js'
import { currentSessionJson, currentSessionSchema } from '../wire/session.js'
import { languageIn } from './invitations.js'

const PATH = '/v2/sign-in/oidc'
const OWN_PATH = '/v2/users/me/oidc'
const SHARED = { tag: 'Sessions' } as const
const PUBLIC = { ...SHARED, access: 'public' } as const
const OWN = { ...SHARED, access: 'session', path: OWN_PATH } as const
const ASKED = {
  description: 'Where to send the browser',
  schema: oidcAskedSchema,
  headers: ['Set-Cookie'],
} as const
const LINK = { description: 'The link', schema: oidcLinkSchema } as const
const COOKIE =
  'The cookie binds the answer to this browser, once and for 10 minutes. 409 without a provider, 503 if it can’t be reached.'

export function oidcRoutes(oidc: Oidc, publicUrl: string): Route[] {
  return [
    ...signInRoutes(oidc, publicUrl),
    signedInRoute(oidc, publicUrl),
    ...linkRoutes(oidc),
    ...linkingRoutes(oidc, publicUrl),
  ]
}

function signInRoutes(oidc: Oidc, publicUrl: string): Route[] {
  const cookie = createOidcCookie(publicUrl)
  return [
    route({
      ...PUBLIC,
      method: 'get',
      path: '/v2/sign-in',
      operation: 'getSignInWays',
      summary: 'How people sign in here',
      description: 'By e-mail address and password, with an OpenID Connect provider, or both.',
      replies: { 200: { description: 'The ways', schema: signInWaysSchema } },
      run: async () => ({ status: 200, body: signInWaysJson(oidc.ways()) }),
    }),
    route({
      ...PUBLIC,
      method: 'post',
      path: PATH,
      operation: 'beginOidcSignIn',
      summary: 'Begin to sign in with the OpenID Connect provider',
      description: `Only for pages of this origin. ${COOKIE}`,
      errors: ['conflict'],
      replies: { 200: ASKED },
      run: async ({ header }) => {
        requireOwnOrigin({ origin: header('Origin'), host: header('Host'), publicUrl })
        const { url, cookie: value } = await oidc.ask()
        return { status: 200, headers: { 'Set-Cookie': cookie.write(value) }, body: { url } }
      },
    }),
  ]
}

function signedInRoute(oidc: Oidc, publicUrl: string): Route {
  const asked = createOidcCookie(publicUrl)
  const session = createSessionCookie(publicUrl)
  const SESSION = { description: 'The session', schema: currentSessionSchema } as const
  return route({
    ...PUBLIC,
    method: 'post',
    path: `${PATH}/answer`,
    operation: 'signInByOidc',
    summary: 'Sign a browser in with the answer of the OpenID Connect provider',
    description:
      'Only for pages of this origin. An answer that was used, has expired, or belongs to another browser or client is ' +
      '401. 403 for somebody who has neither an account nor an invitation, and for an address that is not verified; 409 ' +
      'without a provider; 503 if it can’t be reached. More than 10 refused answers from an address within 5 minutes are 429.',
    errors: ['unauthorized', 'conflict'],
    json: oidcAnswerInput,
    replies: { 201: { ...SESSION, headers: ['Set-Cookie'], location: '/v2/session' } },
    run: async (request) => {
      const { body, header, address, requestId } = request
      requireOwnOrigin({ origin: header('Origin'), host: header('Host'), publicUrl })
      const cookies = header('Cookie')
      const browser = { userAgent: header('User-Agent'), formerCookie: session.read(cookies) }
      const answer = { ...body, cookie: asked.read(cookies), address, requestId }
      const language = languageIn(undefined, request)
      const made = await oidc.signIn({ ...answer, ...browser, language })
      const headers = { 'Set-Cookie': session.write(made.cookie) }
      return { status: 201, headers, body: currentSessionJson(made.view) }
    },
  })
}

function linkRoutes(oidc: Oidc): Route[] {
  return [
    route({
      ...OWN,
      access: 'key',
      method: 'get',
      operation: 'getOidcLink',
      summary: 'Whether you sign in with the OpenID Connect provider',
      description: 'The link of your account to somebody there.',
      replies: { 200: LINK },
      run: async ({ actor }) => ({ status: 200, body: oidcLinkJson(oidc.view(actor)) }),
    }),
    route({
      ...OWN,
      access: 'key',
      method: 'delete',
      operation: 'deleteOidcLink',
      summary: 'Unlink your account from the OpenID Connect provider',
      description:
        'Ends the other sessions that it began, too. It is 404 without a link, and 409 if there would be no way left to sign in: without a password, or where none are taken.',
      errors: ['not_found', 'conflict'],
      replies: { 200: { description: 'Unlinked', schema: deletedSchema } },
      run: async ({ actor }) => {
        oidc.unlink(actor)
        return { status: 200, body: deletedJson(personOf(actor).id) }
      },
    }),
  ]
}

function linkingRoutes(oidc: Oidc, publicUrl: string): Route[] {
  const cookie = createOidcCookie(publicUrl)
  return [
    route({
      ...OWN,
      method: 'post',
      operation: 'beginOidcLink',
      summary: 'Begin to link your account to the OpenID Connect provider',
      description: `A wrong password is 422. ${COOKIE}`,
      errors: ['conflict', 'second_factor_required'],
      json: oidcLinkInput,
      replies: { 200: ASKED },
      run: async ({ actor, body }) => {
        const { url, cookie: value } = await oidc.askToLink(actor, body.current_password)
        return { status: 200, headers: { 'Set-Cookie': cookie.write(value) }, body: { url } }
      },
    }),
    route({
      ...OWN,
      method: 'post',
      path: `${OWN_PATH}/answer`,
      operation: 'linkOidc',
      summary: 'Link your account by the answer of the OpenID Connect provider',
      description:
        'An answer that is not valid is 401, as at the sign-in. 409 if somebody else’s account is linked to that person.',
      errors: ['conflict', 'second_factor_required'],
      json: oidcAnswerInput,
      replies: { 200: LINK },
      run: async ({ actor, body, header, address, requestId }) => {
        const answer = { ...body, cookie: cookie.read(header('Cookie')), address, requestId }
        return { status: 200, body: oidcLinkJson(await oidc.link(actor, answer)) }
      },
    }),
  ]
}
