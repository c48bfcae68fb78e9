/**
 * The address that a request comes from. `X-Forwarded-For` is believed only from listed proxies.
 */

import type { Middleware } from 'koa'

const LOOPBACK = new Set(['127.0.0.1', '::1'])

/** Sets `ctx.state.address` and `ctx.state.isLocal` (from this machine, by no proxy). */
export function peer(trustedProxies: readonly string[]): Middleware {
  const trusted = new Set(trustedProxies)
  return (ctx, next) => {
    const direct = (ctx.req.socket.remoteAddress ?? '').replace(/^::ffff:/, '')
    const forwarded = ctx.get('X-Forwarded-For')
    const last = forwarded.split(',').at(-1)?.trim() ?? ''
    ctx.state['address'] = trusted.has(direct) && last !== '' ? last : direct
    ctx.state['isLocal'] = LOOPBACK.has(direct) && forwarded === '' && ctx.get('Forwarded') === ''
    return next()
  }
}
