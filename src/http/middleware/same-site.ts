/**
 * Refuses writes that a browser sends from another site: Basic credentials are re-sent by
 * browsers, and simple POSTs need no preflight.
 */

import type { Middleware } from 'koa'
import { GalleyError } from '../../errors.js'

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS'])
const FINE = new Set(['', 'same-origin', 'none'])

export const sameSite: Middleware = (ctx, next) => {
  if (!SAFE.has(ctx.method) && !FINE.has(ctx.get('Sec-Fetch-Site'))) {
    throw new GalleyError('forbidden', 'Requests from other sites may not change anything.')
  }
  return next()
}
