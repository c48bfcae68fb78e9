/**
 * Pages of other origins: which may ask (CORS), and what none of them may do.
 *
 * Credentials of a browser (Basic, cookies) are re-sent by it whoever asks, and simple POSTs need no
 * preflight. Origins of the allow-list send a key pair of their own and are never given a browser's
 * credentials: there is no `Access-Control-Allow-Credentials`.
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
  'Range',
  'X-Request-Id',
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

/** Answers preflights of listed origins, marks their answers, and refuses writes of all others. */
export function crossOrigin({ corsOrigins, publicUrl }: CrossOriginOptions): Middleware {
  const listed = new Set(corsOrigins.map((origin) => origin.toLowerCase()))
  return (ctx, next) => {
    const origin = ctx.get('Origin').toLowerCase()
    const isListed = listed.has(origin)
    if (listed.size > 0) ctx.vary('Origin')
    if (isListed) {
      ctx.set('Access-Control-Allow-Origin', origin)
      ctx.set('Access-Control-Expose-Headers', EXPOSED_HEADERS)
      if (isPreflight(ctx)) return answerPreflight(ctx)
    }
    if (!isListed && !SAFE.has(ctx.method) && isForeign(ctx, publicUrl)) {
      throw new GalleyError('forbidden', 'Requests from other websites may not change anything.')
    }
    return next()
  }
}

/** Old browsers tell nothing of the site that they are on, but the origin of a form. */
function isForeign(ctx: Context, publicUrl: string): boolean {
  const site = ctx.get('Sec-Fetch-Site')
  if (site !== '') return !FINE.has(site)
  return !isOwnOrigin(ctx.get('Origin'), { host: ctx.get('Host'), publicUrl })
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
 * Whether a request comes from a page of this server, as far as its `Origin` says: none, the public
 * URL's, or the host that was asked (a proxy may have taken TLS off, so the scheme is not compared).
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
