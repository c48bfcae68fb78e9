/**
 * The path of the public URL: `/cms`, if people reach the server at `https://example.org/cms/`.
 *
 * Some proxies pass it on, others take it away, and what asks on this machine (`galley`, Prometheus, Caddy) does not know
 * of it. So a request means the same with it and without it; `config.ts` refuses a path that the server has itself.
 */

import type { Middleware } from 'koa'

/** Without a slash at its end; empty for none. */
export function publicPath(publicUrl: string): string {
  return new URL(publicUrl).pathname.replace(/\/$/, '')
}

/** Takes the path of the public URL away from requests that have it. */
export function withoutPublicPath(publicUrl: string): Middleware {
  const prefix = publicPath(publicUrl)
  return (ctx, next) => {
    const { path } = ctx
    const isBelow = path === prefix || path.startsWith(`${prefix}/`)
    if (prefix !== '' && isBelow) ctx.path = path.slice(prefix.length) || '/'
    return next()
  }
}
