/** What is asked for must be a path: Koa's own reading of another target throws, or gives none. */

import type { Context, Middleware } from 'koa'
import { GalleyError } from '../../errors.js'

/** True where `ctx.path` can be asked for. */
export function hasPath(ctx: Pick<Context, 'path'>): boolean {
  try {
    // Null for a target such as `?`, whatever its type says.
    return typeof ctx.path === 'string'
  } catch {
    return false
  }
}

/** HTTP/1.1 has every request say whom it asks (RFC 9112 §3.2). */
export function hasHost({ req }: Pick<Context, 'req'>): boolean {
  return req.headers.host !== undefined || req.httpVersion !== '1.1'
}

/** @throws GalleyError `bad_request` for a target without a path (`http://[::1/`) */
export const requirePath: Middleware = (ctx, next) => {
  if (!hasPath(ctx)) throw new GalleyError('bad_request', 'The target of the request is no path.')
  if (!hasHost(ctx)) throw new GalleyError('bad_request', 'The request has no header Host.')
  return next()
}
