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

/** @throws GalleyError `bad_request` for a target without a path (`http://[::1/`) */
export const requirePath: Middleware = (ctx, next) => {
  if (!hasPath(ctx)) throw new GalleyError('bad_request', 'The target of the request is no path.')
  return next()
}
