/**
 * Limits requests per user or address, and reports the state in `RateLimit-*` headers of every answer.
 *
 * @see src/http/README.md (Users)
 */

import type { Context, Middleware } from 'koa'
import { GalleyError } from '../../errors.js'
import { networkOf } from '../../system/addresses.js'
import { createWindowCounters } from './window-counters.js'

interface RateLimitOptions {
  /** May change while the server runs. */
  readonly settings: { readonly rateLimit: number }
  readonly rateWindowSeconds: number
  readonly now: () => number
}

/** Counts one request of `who`: a user id, or an address, which counts for its network. */
export type RateLimit = (ctx: Context, who: string) => void

/** Counts requests that fail before the user is known, by their address. */
export function counted(rateLimit: RateLimit): Middleware {
  return async (ctx, next) => {
    try {
      await next()
    } catch (error) {
      if (!ctx.res.hasHeader('RateLimit-Limit')) rateLimit(ctx, String(ctx.state['address']))
      throw error
    }
  }
}

/** @throws GalleyError `rate_limited` */
export function createRateLimit({ settings, rateWindowSeconds, now }: RateLimitOptions): RateLimit {
  const counters = createWindowCounters({ windowMs: rateWindowSeconds * 1000, now })
  return (ctx, who) => {
    const { rateLimit } = settings
    const { count, endsInMs } = counters.add(networkOf(who))
    const seconds = Math.ceil(endsInMs / 1000)
    ctx.set('RateLimit-Limit', String(rateLimit))
    ctx.set('RateLimit-Remaining', String(Math.max(0, rateLimit - count)))
    ctx.set('RateLimit-Reset', String(seconds))
    if (count <= rateLimit) return
    throw new GalleyError('rate_limited', 'Too many requests; try again later.', {
      retryAfter: seconds,
    })
  }
}
