/**
 * Carries out other routes within a request, for the same caller: with the scopes that each of them needs, its own
 * validation, and its own row of the audit log. Only the body and the rate limit are those of the request.
 */

import type { Context } from 'koa'
import type { createAudited } from './audited.js'
import { paramsIn, type EnterSet } from './change-set-door.js'
import type { InnerCall, Performer, RawRequest, Route } from './route.js'
import { readingBy } from './reading.js'
import { hasScopes, requireScopesOf } from './token-scopes.js'
import { encodePath } from './wire/common.js'

interface PerformingParts {
  readonly audited: ReturnType<typeof createAudited>
  readonly enterSet: EnterSet
}

export function createPerforming(routes: readonly Route[], { audited, enterSet }: PerformingParts) {
  const byOperation = new Map(routes.map((route) => [route.operation, route]))
  const get = (operation: string): Route => {
    const route = byOperation.get(operation)
    if (route) return route
    throw new Error(`There is no operation ${operation}.`)
  }
  return (ctx: Context, outer: Outer): Performer => {
    const performer: Performer = {
      may: (operation) => hasScopes(outer.actor, get(operation)),
      run: async (operation, call) => {
        const route = get(operation)
        const { params = {}, query = {} } = call
        const watch = audited({ route, ctx, params, query, address: outer.address })
        try {
          watch?.known(outer.actor)
          requireScopesOf(outer.actor, route, query)
          const inner = innerRequest(outer, { route, call, performer })
          const inSet = await paramsIn(route, inner, enterSet)
          const reply = await route.handle(Object.assign(inner, { params: inSet }))
          await watch?.answered(reply)
          return reply
        } catch (error) {
          await watch?.failed(error)
          throw error
        }
      },
    }
    return performer
  }
}

/** The request within which they are carried out. */
type Outer = Omit<RawRequest, 'performer' | 'body' | 'upload'>

interface Inner {
  readonly route: Route
  readonly call: InnerCall
  readonly performer: Performer
}

function innerRequest(outer: Outer, { route, call, performer }: Inner): RawRequest {
  const { params = {}, query = {}, body = {}, headers = {} } = call
  return {
    actor: readingBy(outer.actor, route.method),
    requestId: outer.requestId,
    params,
    query,
    querystring: new URLSearchParams(query).toString(),
    path: filled(route.path, params),
    body,
    upload: null,
    header: (name) => headers[name] ?? '',
    address: outer.address,
    get signal() {
      return outer.signal
    },
    stream: outer.stream,
    requireRoom: outer.requireRoom,
    requireAcceptable: () => undefined,
    performer,
  }
}

/** A path in @koa/router's form, with values for its parameters. */
function filled(path: string, params: Readonly<Record<string, string>>): string {
  return path
    .replace(/\{\/\*(\w+)\}/, (_, name: string) => `/${encodePath(params[name] ?? '')}`)
    .replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
}
