/** Gives every request an id, and every response the headers that all have. @see src/http/README.md (Conventions) */

import type { Middleware } from 'koa'
import type { NewId } from '../../model/ids.js'

const GIVEN = /^[A-Za-z0-9._-]{1,128}$/

export function requestId(newId: NewId): Middleware {
  return (ctx, next) => {
    const given = ctx.get('X-Request-Id')
    const id = GIVEN.test(given) ? given : newId()
    ctx.state['requestId'] = id
    ctx.set('X-Request-Id', id)
    ctx.set('X-Content-Type-Options', 'nosniff')
    // Published sites may have a subdomain of this host: their pages would send cookies with embedded files.
    ctx.set('Cross-Origin-Resource-Policy', 'same-origin')
    ctx.set('Cache-Control', 'no-store')
    return next()
  }
}
