/**
 * A bucket of requests a key, told in `RateLimit-*` headers on every answer.
 *
 * @see decisions.md §2
 */

import type { Context } from 'koa'
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import { GalleyError } from '../../errors.js'

export interface RateLimitOptions {
  readonly rateLimit: number
  readonly rateWindowSeconds: number
}

/** Takes one request of `who` (a user's id, or an address). */
export type RateLimit = (ctx: Context, who: string) => Promise<void>

/** @throws GalleyError `rate_limited` */
export function createRateLimit(options: RateLimitOptions): RateLimit {
  const limiter = new RateLimiterMemory({
    points: options.rateLimit,
    duration: options.rateWindowSeconds,
  })
  return async (ctx, who) => {
    const state = await limiter.consume(who).catch((rejected: unknown) => {
      if (rejected instanceof RateLimiterRes) return rejected
      throw rejected
    })
    const seconds = Math.ceil(state.msBeforeNext / 1000)
    ctx.set('RateLimit-Limit', String(options.rateLimit))
    ctx.set('RateLimit-Remaining', String(state.remainingPoints))
    ctx.set('RateLimit-Reset', String(seconds))
    if (state.consumedPoints > options.rateLimit) {
      throw new GalleyError('rate_limited', 'Too many requests; try again later.', {
        retryAfter: seconds,
      })
    }
  }
}
