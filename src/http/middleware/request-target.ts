/** Requires that the request target is a path. For others, Koa's `ctx.path` throws or is null. */

import type { IncomingMessage } from 'node:http'
import type { Context, Middleware } from 'koa'
import { GalleyError } from '../../errors.js'

/** True if `ctx.path` can be read. */
function hasPath(ctx: Pick<Context, 'path'>): boolean {
  try {
    // Null for a target such as `?`, although the type excludes it.
    return typeof ctx.path === 'string'
  } catch {
    return false
  }
}

/** In HTTP/1.1, every request must have exactly one Host header (RFC 9112 §3.2). */
export function hasHost(req: IncomingMessage): boolean {
  const isHost = (name: string, at: number) =>
    at % 2 === 0 && name.length === 4 && name.toLowerCase() === 'host'
  const hosts = req.rawHeaders.filter(isHost).length
  return hosts === 1 || (hosts === 0 && req.httpVersion !== '1.1')
}

/** @throws GalleyError `bad_request` for a target without a path (`http://[::1/`) */
export const requirePath: Middleware = (ctx, next) => {
  if (!hasPath(ctx)) throw new GalleyError('bad_request', 'The request target must be a path.')
  if (!hasHost(ctx.req))
    throw new GalleyError('bad_request', 'The request must have exactly one Host header.')
  return next()
}
