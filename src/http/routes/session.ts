/** Browser sessions: sign in, list, sign out. */

import { z } from 'zod'
import type { FirstStart } from '../../service/accounts/first-start.js'
import type { Sessions } from '../../service/accounts/sessions.js'
import { requireOwnOrigin } from '../middleware/csrf.js'
import { createSessionCookie, type BrowserCookie } from '../middleware/session-cookie.js'
import { pageQuery, pageReply, windowOf } from '../pagination.js'
import { param, route, type Route } from '../route.js'
import { deletedJson, deletedSchema } from '../wire/common.js'
import {
  currentSessionJson,
  currentSessionSchema,
  sessionJson,
  sessionSchema,
  signInInput,
} from '../wire/session.js'
import { setUpInput } from '../wire/user.js'

const CURRENT = { description: 'The session', schema: currentSessionSchema } as const
const SIGNED_IN = { ...CURRENT, headers: ['Set-Cookie'] } as const
const ENDED = { description: 'Ended', schema: deletedSchema, headers: ['Set-Cookie'] } as const

interface SessionServices {
  readonly sessions: Sessions
  readonly firstStart: FirstStart
}

export function sessionRoutes(
  { sessions, firstStart }: SessionServices,
  publicUrl: string,
): Route[] {
  const cookie = createSessionCookie(publicUrl)
  return [
    signInRoute(sessions, { cookie, publicUrl }),
    setUpRoute(firstStart, { cookie, publicUrl }),
    ...currentRoutes(sessions, cookie),
    ...ownRoutes(sessions, { cookie, publicUrl }),
  ]
}

interface SessionSettings {
  readonly cookie: BrowserCookie
  readonly publicUrl: string
}

function signInRoute(sessions: Sessions, { cookie, publicUrl }: SessionSettings): Route {
  return route({
    tag: 'Sessions',
    method: 'post',
    path: '/v2/session',
    operation: 'signIn',
    summary: 'Sign a browser in by e-mail address and password; sets a cookie',
    description:
      'Only for pages of this origin. Too many failures within 5 minutes are 429. For a user with a second factor, a right ' +
      'password without `code` or `passkey` is 403 `second_factor_required`, and a wrong one 401.',
    access: 'public',
    errors: ['unauthorized', 'second_factor_required'],
    json: signInInput,
    replies: { 201: { ...SIGNED_IN, location: '/v2/session' } },
    run: async ({ body, header, address, requestId }) => {
      // Otherwise a page of another origin could sign its visitor in to a foreign account.
      requireOwnOrigin({ origin: header('Origin'), host: header('Host'), publicUrl })
      const { email: name, password: secret, code, passkey, language } = body
      const credentials = { name, secret, code, passkey, address, requestId }
      const formerCookie = cookie.read(header('Cookie'))
      const userAgent = header('User-Agent')
      const made = await sessions.signIn({ credentials, language, userAgent, formerCookie })
      const headers = { 'Set-Cookie': cookie.write(made.cookie) }
      return { status: 201, headers, body: currentSessionJson(made.view) }
    },
  })
}

function setUpRoute(firstStart: FirstStart, { cookie, publicUrl }: SessionSettings): Route {
  return route({
    tag: 'Sessions',
    method: 'post',
    path: '/v2/setup',
    operation: 'setUp',
    summary:
      'Set up the first administrator, with the token of the link that the first start prints',
    description:
      'Sets e-mail address and password of the administrator that the first start created, ' +
      'and signs the browser in. The token works once, and only until the server stops or ' +
      'anybody signs in; then it is 401. More than 10 wrong tokens from an address within 5 ' +
      'minutes are 429.',
    access: 'public',
    errors: ['unauthorized', 'conflict'],
    json: setUpInput,
    replies: { 201: { ...SIGNED_IN, location: '/v2/session' } },
    run: async ({ body, header, address, requestId }) => {
      requireOwnOrigin({ origin: header('Origin'), host: header('Host'), publicUrl })
      const formerCookie = cookie.read(header('Cookie'))
      const browser = { userAgent: header('User-Agent'), formerCookie, address, requestId }
      const made = await firstStart.setUp({ ...body, ...browser })
      const headers = { 'Set-Cookie': cookie.write(made.cookie) }
      return { status: 201, headers, body: currentSessionJson(made.view) }
    },
  })
}

function currentRoutes(sessions: Sessions, cookie: BrowserCookie): Route[] {
  const shared = { tag: 'Sessions', access: 'session', path: '/v2/session' } as const
  return [
    route({
      ...shared,
      method: 'get',
      operation: 'getSession',
      summary: 'Get the current session and its user',
      description: 'With the `csrf_token` that requests with changes need.',
      replies: { 200: CURRENT },
      run: async ({ actor }) => ({
        status: 200,
        body: currentSessionJson(sessions.current(actor)),
      }),
    }),
    route({
      ...shared,
      method: 'delete',
      operation: 'signOut',
      summary: 'Sign out: end the current session',
      description: 'The cookie is no longer valid.',
      replies: { 200: ENDED },
      run: async ({ actor }) => {
        const { id } = sessions.current(actor).session
        sessions.end(actor, id)
        const headers = { 'Set-Cookie': cookie.clear() }
        return { status: 200, headers, body: deletedJson(id) }
      },
    }),
  ]
}

function ownRoutes(sessions: Sessions, { cookie, publicUrl }: SessionSettings): Route[] {
  const shared = { tag: 'Sessions', access: 'key' } as const
  return [
    route({
      ...shared,
      method: 'get',
      path: '/v2/users/me/sessions',
      operation: 'listSessions',
      summary: 'List your sessions',
      description: 'Sessions end after 14 days without use, and after 90 days at the latest.',
      query: pageQuery,
      replies: { 200: { description: 'A page of sessions', schema: z.array(sessionSchema) } },
      run: async (request) => {
        const page = sessions.list(request.actor, windowOf(request))
        return pageReply(page.rows.map(sessionJson), { request, publicUrl, page })
      },
    }),
    route({
      ...shared,
      method: 'delete',
      path: '/v2/users/me/sessions/:session_id',
      operation: 'endSession',
      summary: 'End one of your sessions',
      description: 'Signs you out in another browser.',
      replies: { 200: ENDED },
      run: async (request) => {
        const id = param(request, 'session_id')
        const isOwn = request.actor.kind === 'user' && request.actor.session?.id === id
        sessions.end(request.actor, id)
        const headers = isOwn ? { 'Set-Cookie': cookie.clear() } : {}
        return { status: 200, headers, body: deletedJson(id) }
      },
    }),
  ]
}
