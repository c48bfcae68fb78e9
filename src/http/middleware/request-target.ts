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

/** HTTP/1.1 has every request say whom it asks, once (RFC 9112 §3.2). */
export function hasHost({ req }: Pick<Context, 'req'>): boolean {
  const isHost = (name: string, at: number) => at % 2 === 0 && name.toLowerCase() === 'host'
  const hosts = req.rawHeaders.filter(isHost).length
  return hosts === 1 || (hosts === 0 && req.httpVersion !== '1.1')
}

/** @throws GalleyError `bad_request` for a target without a path (`http://[::1/`) */
export const requirePath: Middleware = (ctx, next) => {
  if (!hasPath(ctx)) throw new GalleyError('bad_request', 'The request target must be a path.')
  if (!hasHost(ctx))
    throw new GalleyError('bad_request', 'The request must have exactly one Host header.')
  return next()
}
