/**
 * A bucket of requests a key, told in `RateLimit-*` headers on every answer.
 *
 * @see src/http/README.md (Users)
 */

import type { Context, Middleware } from 'koa'
import { GalleyError } from '../../errors.js'
import { createWindowCounters } from './window-counters.js'

interface RateLimitOptions {
  readonly rateLimit: number
  readonly rateWindowSeconds: number
  readonly now: () => number
}

/** Takes one request of `who` (a user's id, or an address). */
export type RateLimit = (ctx: Context, who: string) => void

/** Counts what is refused before it is known who asks, by the address that it comes from. */
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
export function createRateLimit({
  rateLimit,
  rateWindowSeconds,
  now,
}: RateLimitOptions): RateLimit {
  const counters = createWindowCounters({ windowMs: rateWindowSeconds * 1000, now })
  return (ctx, who) => {
    const { count, endsInMs } = counters.add(who)
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
