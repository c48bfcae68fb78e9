/**
 * Mounts the routes on Koa: one @koa/router for each first segment below `/v2`. @koa/router tries routes one by one,
 * and this keeps each list short.
 */

import Router, { type RouterContext } from '@koa/router'
import type { Context, Middleware } from 'koa'
import { GalleyError, requestAborted } from '../errors.js'
import type { Actor } from '../model/user.js'
import { networkOf } from '../system/addresses.js'
import { setUpFirst } from '../service/accounts/users.js'
import type { Idempotency } from '../service/operations/idempotency.js'
import type { Askers } from './askers.js'
import type { createAudited, Watch } from './audited.js'
import { requireScopesOf } from './token-scopes.js'
import { authenticate, type Authenticator } from './middleware/authenticate.js'
import { hasBody, type BodyReader } from './middleware/body.js'
import { compressed } from './compression.js'
import { heldBy, JSON_TYPE, sendable } from './json-stream.js'
import { inTurns } from './long-json.js'
import { paramsIn, type EnterSet } from './change-set-door.js'
import { isUnchanged, requireSomeTag } from './middleware/conditional.js'
import { answerOnce } from './middleware/idempotency.js'
import type { RateLimit } from './middleware/rate-limit.js'
import { isOfOtherPage } from './middleware/cross-origin.js'
import { CSRF_HEADER } from './middleware/csrf.js'
import type { BrowserCookie } from './middleware/session-cookie.js'
import type { UnreadAnswers } from './unread-answers.js'
import { createPerforming } from './performing.js'
import { readingBy } from './reading.js'
import type { RawRequest, Reply, ReplySpec, Route } from './route.js'
import { encodePath } from './wire/common.js'

export interface RouterParts {
  readonly authenticator: Authenticator
  readonly readBody: BodyReader
  readonly rateLimit: RateLimit
  readonly once: Idempotency
  readonly unread: UnreadAnswers
  readonly askers: Askers
  readonly audited: ReturnType<typeof createAudited>
  readonly cookie: Pick<BrowserCookie, 'read'>
  readonly enterSet: EnterSet
  /** Public URL of the API. */
  readonly publicUrl: string
}

/** A middleware that answers every route, and 404 and 405. */
export function createRouter(routes: readonly Route[], parts: RouterParts): Middleware {
  const routers = new Map<string, Router>()
  const performing = createPerforming(routes, parts)
  for (const route of routes) {
    const key = prefixOf(route.path.replace('{/', '/'))
    const router = routers.get(key) ?? new Router({ sensitive: true, strict: false })
    routers.set(key, router)
    router.register(route.path, [route.method], answer(route, { ...parts, performing }))
  }
  const entries = new Map([...routers].map(([key, router]) => [key, router.routes()]))
  return async (ctx, next) => {
    requireDecodable(ctx.path)
    const enter = entries.get(prefixOf(ctx.path))
    // @koa/router adds its own properties to Koa's context.
    if (enter) await enter(ctx as RouterContext, next)
    if (ctx.state['answered'] === true) return
    parts.rateLimit(ctx, addressOf(ctx))
    requireMatch(ctx)
  }
}

function prefixOf(path: string): string {
  const [, first = '', second = ''] = path.split('/')
  return first === 'v2' ? `v2/${second}` : first
}

function requireDecodable(path: string): void {
  try {
    if (!decodeURIComponent(path).includes('\0')) return
  } catch {
    throw new GalleyError('bad_request', 'The path contains a malformed percent-encoding.')
  }
  throw new GalleyError('validation_failed', 'The path contains a NUL character.')
}

/** Answers 404, or 405 if the path has other methods. */
function requireMatch(ctx: Context): void {
  const matched: unknown = ctx['matched']
  const methods = Array.isArray(matched)
    ? matched.flatMap((layer: { methods: string[] }) => layer.methods)
    : []
  if (methods.length === 0) throw new GalleyError('not_found', 'There is nothing at this path.')
  ctx.set('Allow', [...new Set(methods)].sort().join(', '))
  if (ctx.method === 'OPTIONS') {
    ctx.status = 204
    return
  }
  throw new GalleyError('method_not_allowed', `This path does not support ${ctx.method}.`)
}

interface AnswerParts extends RouterParts {
  readonly performing: ReturnType<typeof createPerforming>
}

function answer(route: Route, parts: AnswerParts) {
  const takesIfMatch = route.headers?.includes('If-Match') === true
  const onlyJson = Object.values(route.replies).every(({ schema, type }) => schema && !type)
  const handle = async (ctx: RouterContext, watch: Watch | null) => {
    const actor = await identify(route, ctx, { ...parts, known: watch?.known })
    if (onlyJson) requireAcceptable(ctx, 'application/json')
    if (takesIfMatch) requireSomeTag(ctx.headers['if-match'])
    const requireRoom = (bytes: number) => {
      // Others are answered anyway: a change has been made, and those without credentials may share an address.
      if (route.method === 'get' && actor.kind === 'user')
        parts.unread.requireRoom(askerOf(actor, ctx), bytes)
    }
    const reply = await parts.readBody(ctx, route.input, async (body) => {
      // A body may have taken minutes, and a session or key may have been ended because it was stolen.
      const current = hasBody(ctx) ? parts.authenticator.renew(actor) : actor
      // What may turn out to be empty is refused when that is known.
      const mayBeEmpty = ctx.method === 'HEAD' || ctx.get('If-None-Match') !== ''
      const request = requestOf(ctx, current, {
        requireRoom: mayBeEmpty ? () => undefined : requireRoom,
        performing: parts.performing,
      })
      watch?.read(body.body)
      const params = await paramsIn(route, request, parts.enterSet)
      return answerOnce(route, Object.assign(request, { ...body, params }), parts.once)
    })
    await watch?.answered(reply)
    const body = isSame(ctx, reply) ? null : sendable(await inTurns(reply.body ?? null))
    const bytes = body === null || ctx.method === 'HEAD' ? 0 : heldBy(reply, body)
    requireRoom(bytes)
    parts.unread.watch(ctx.res, askerOf(actor, ctx), bytes)
    const place = locationOf(route.replies[reply.status], reply)
    if (place !== null) ctx.set('Location', parts.publicUrl + place + inSetOf(route, ctx.query))
    const type = reply.type ?? (body === reply.body ? '' : JSON_TYPE)
    send(ctx, reply, { type, body: await compressed(ctx, { route, reply, type }, body) })
  }
  return async (ctx: RouterContext) => {
    ctx.state['answered'] = true
    ctx.state['operation'] = route.operation
    const watch = parts.audited({
      route,
      ctx,
      params: ctx.params,
      query: ctx.query,
      address: addressOf(ctx),
    })
    try {
      await handle(ctx, watch)
    } catch (error) {
      await watch?.failed(error)
      throw error
    }
  }
}

/** The path of what an answer says was made; null if it says no such thing. */
function locationOf({ location }: Partial<ReplySpec> = {}, { body }: Reply): string | null {
  const fields: Readonly<Record<string, unknown>> = Object(body)
  return (
    location?.replace(/\{(\w+)\}/g, (_, name: string) => encodePath(String(fields[name]))) ?? null
  )
}

/** What was made in a change set is found there. */
function inSetOf({ inSets }: Route, { change_set: setId }: RouterContext['query']): string {
  return inSets === true && typeof setId === 'string' ? `?change_set=${setId}` : ''
}

/** Checked first, so that no change is made whose answer the client does not accept. */
function requireAcceptable(ctx: Context, type: string): void {
  if (ctx.accepts(type)) return
  const name = type === 'application/json' ? 'JSON' : type
  throw new GalleyError(
    'not_acceptable',
    `This endpoint returns ${name}, which the header Accept ("${ctx.get('Accept')}") excludes.`,
  )
}

interface Identifying extends RouterParts {
  /** Told who calls before the scopes of a token are checked. */
  readonly known: ((actor: Actor) => void) | undefined
}

async function identify(route: Route, ctx: RouterContext, parts: Identifying): Promise<Actor> {
  const address = addressOf(ctx)
  const given = { authorization: ctx.get('Authorization'), cookie: ctx.get('Cookie') }
  const actor = await authenticate(
    route.access,
    {
      authorization: given.authorization,
      secondFactor: ctx.get('X-Second-Factor'),
      address,
      requestId: String(ctx.state['requestId']),
      isOperator: ctx.state['isOperator'],
      method: ctx.method,
      cookie: isOfOtherPage(ctx.get('Sec-Fetch-Site')) ? null : parts.cookie.read(given.cookie),
      origin: ctx.get('Origin'),
      host: ctx.get('Host'),
      publicUrl: parts.publicUrl,
      csrfToken: ctx.get(CSRF_HEADER),
    },
    parts.authenticator,
  ).catch((error: unknown) => {
    // Failed authentication counts for the address.
    parts.askers.forget(given)
    parts.rateLimit(ctx, address)
    throw error
  })
  if (actor.kind === 'user') {
    ctx.state['userId'] = actor.user.id
    const siteId = ctx.params['site_id'] ?? ''
    // Anything can be written in a path, and the log is not for it.
    if (ID.test(siteId)) ctx.state['siteId'] = siteId
    if (route.access !== 'password') parts.askers.remember(given, actor.user.id)
  }
  parts.known?.(actor)
  parts.rateLimit(ctx, askerOf(actor, ctx))
  requireScopesOf(actor, route, ctx.query)
  requireSecondFactor(actor, route.operation)
  return readingBy(actor, ctx.method)
}

/** What a session may do before its user has the second factor that the server wants. */
const BEFORE_SECOND_FACTOR: ReadonlySet<string> = new Set([
  'getSession',
  'signOut',
  'getSecondFactor',
  'beginSecondFactor',
  'confirmSecondFactor',
  'listPasskeys',
  'beginPasskey',
  'createPasskey',
])

function requireSecondFactor(actor: Actor, operation: string): void {
  const isLimited = actor.kind === 'user' && actor.session?.isLimited === true
  if (isLimited && !BEFORE_SECOND_FACTOR.has(operation)) throw setUpFirst()
}

const ID = /^[0-9a-f]{24}$/

/** Whom a request counts for. */
function askerOf(actor: Actor, ctx: Context): string {
  return actor.kind === 'user' ? actor.user.id : networkOf(addressOf(ctx))
}

function addressOf(ctx: Context): string {
  return String(ctx.state['address'])
}

function requestOf(
  ctx: RouterContext,
  actor: Actor,
  { requireRoom, performing }: Pick<RawRequest, 'requireRoom'> & Pick<AnswerParts, 'performing'>,
): Omit<RawRequest, 'body' | 'upload'> {
  return {
    actor,
    requestId: String(ctx.state['requestId']),
    params: ctx.params,
    query: ctx.query,
    querystring: ctx.querystring,
    path: ctx.path,
    header: (name) => ctx.get(name),
    requireAcceptable: (type) => requireAcceptable(ctx, type),
    address: addressOf(ctx),
    // Created on access: most handlers end before a client could disconnect.
    get signal() {
      return signalOf(ctx)
    },
    stream: ctx.req,
    requireRoom,
    get performer() {
      return performing(ctx, this)
    },
  }
}

/** Aborted if the connection closes before the answer was sent. */
function signalOf(ctx: Context): AbortSignal {
  const controller = new AbortController()
  ctx.res.once('close', () => {
    if (!ctx.res.writableFinished) controller.abort(requestAborted())
  })
  return controller.signal
}

/** Whether the client has this version already. */
function isSame(ctx: Context, { etag }: Reply): boolean {
  return etag !== undefined && isRead(ctx) && isUnchanged(ctx.get('If-None-Match'), etag)
}

/** A body as it is sent, and its media type; empty if Koa knows it. */
interface Sent {
  readonly body: unknown
  readonly type: string
}

function send(ctx: Context, reply: Reply, { body, type }: Sent): void {
  for (const [name, value] of Object.entries(reply.headers ?? {})) ctx.set(name, value)
  if (reply.etag !== undefined) {
    ctx.set('ETag', `${reply.isWeak ? 'W/' : ''}"${reply.etag}"`)
    ctx.set('Cache-Control', 'private, no-cache')
  }
  if (isSame(ctx, reply)) {
    ctx.status = 304
    return
  }
  ctx.status = reply.status
  if (type !== '' && (body !== null || reply.type !== undefined)) ctx.type = type
  ctx.body = body
  // Koa changes the status of an empty body to 204; this restores the documented one.
  ctx.status = reply.status
}

/** Whether the request only reads. */
export function isRead(ctx: Context): boolean {
  return ctx.method === 'GET' || ctx.method === 'HEAD'
}
