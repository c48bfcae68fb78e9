/**
 * Decides what pages of other origins may do: which may use the API (CORS), and that none may make changes with a
 * browser's credentials.
 *
 * Browsers send their credentials (Basic, cookies) whichever page makes the request, and simple POSTs need no
 * preflight. Allowed origins must send an API key of their own: there is no `Access-Control-Allow-Credentials`.
 */

import type { Context, Middleware } from 'koa'
import { GalleyError } from '../../errors.js'

export interface CrossOriginOptions {
  /** Origins whose pages may use the API, such as `https://tools.example.org`. */
  readonly corsOrigins: readonly string[]
  readonly publicUrl: string
}

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS'])
const FINE = new Set(['same-origin', 'none'])

const ALLOWED_HEADERS = [
  'Authorization',
  'Content-Type',
  'Idempotency-Key',
  'If-Match',
  'If-None-Match',
  'If-Range',
  'Last-Event-ID',
  'Mcp-Protocol-Version',
  'Mcp-Session-Id',
  'Range',
  'X-Request-Id',
  'X-Second-Factor',
].join(', ')
const EXPOSED_HEADERS = [
  'Content-Disposition',
  'Content-Range',
  'ETag',
  'Idempotent-Replayed',
  'Link',
  'RateLimit-Limit',
  'RateLimit-Remaining',
  'RateLimit-Reset',
  'Retry-After',
  'Warning',
  'X-Request-Id',
  'X-Total-Count',
].join(', ')
const PREFLIGHT_SECONDS = '600'

/** The endpoint that programs use with tools. */
export function isForTools(ctx: Context): boolean {
  return /^\/v2\/mcp\/?$/.test(ctx.path)
}

/** Answers preflights of allowed origins, marks their answers, and refuses changes by all others. */
export function crossOrigin({ corsOrigins, publicUrl }: CrossOriginOptions): Middleware {
  const listed = new Set(corsOrigins.map((origin) => origin.toLowerCase()))
  const own = new URL(publicUrl).origin
  return (ctx, next) => {
    const origin = ctx.get('Origin').toLowerCase()
    const isListed = listed.has(origin)
    if (listed.size > 0) ctx.vary('Origin')
    if (isListed) {
      ctx.set('Access-Control-Allow-Origin', origin)
      ctx.set('Access-Control-Expose-Headers', EXPOSED_HEADERS)
      if (isPreflight(ctx)) return answerPreflight(ctx)
    }
    // A page whose host name was made to lead here has its own origin, although the browser takes it for the same.
    if (!isListed && origin !== '' && origin !== own && isForTools(ctx)) {
      throw new GalleyError('forbidden', 'Pages of other origins may not use this endpoint.')
    }
    if (!isListed && !SAFE.has(ctx.method) && isForeign(ctx, publicUrl)) {
      throw new GalleyError('forbidden', 'Requests from other websites may not change anything.')
    }
    return next()
  }
}

/** Old browsers send only the origin, with forms. */
function isForeign(ctx: Context, publicUrl: string): boolean {
  const site = ctx.get('Sec-Fetch-Site')
  if (site !== '') return isOfOtherPage(site)
  return !isOwnOrigin(ctx.get('Origin'), { host: ctx.get('Host'), publicUrl })
}

/**
 * True if a page of another origin made the request, or links to it. Cookies do not count in such requests: how long
 * an answer takes, and how large it is, can be measured by a page that may not read it.
 *
 * @param fetchSite `Sec-Fetch-Site` header, empty for none (programs, old browsers)
 */
export function isOfOtherPage(fetchSite: string): boolean {
  return fetchSite !== '' && !FINE.has(fetchSite)
}

function isPreflight(ctx: Context): boolean {
  return ctx.method === 'OPTIONS' && ctx.get('Access-Control-Request-Method') !== ''
}

function answerPreflight(ctx: Context): void {
  ctx.set('Access-Control-Allow-Methods', 'GET, HEAD, POST, PUT, DELETE')
  ctx.set('Access-Control-Allow-Headers', ALLOWED_HEADERS)
  ctx.set('Access-Control-Max-Age', PREFLIGHT_SECONDS)
  ctx.status = 204
}

/**
 * True if the `Origin` header is absent, that of the public URL, or the requested host. The scheme is not compared,
 * because a proxy may have terminated TLS.
 */
export function isOwnOrigin(
  origin: string,
  { host, publicUrl }: { readonly host: string; readonly publicUrl: string },
): boolean {
  if (origin === '') return true
  if (!URL.canParse(origin)) return false
  const url = new URL(origin)
  return url.host === host.toLowerCase() || url.origin === new URL(publicUrl).origin
}
