/**
 * The address that a request comes from. `X-Forwarded-For` is believed only from listed proxies.
 */

import { BlockList, isIPv6 } from 'node:net'
import type { Middleware } from 'koa'

const LOOPBACK = new Set(['127.0.0.1', '::1'])

/**
 * Sets `ctx.state.address` and `ctx.state.isLocal` (from this machine, by no proxy).
 *
 * Each proxy appends whom it was asked by, so the client is the last one that is not a proxy itself;
 * what stands before could be the client's invention.
 *
 * @param trustedProxies IP addresses and networks (CIDR)
 */
export function peer(trustedProxies: readonly string[]): Middleware {
  const isTrusted = matcher(trustedProxies)
  return (ctx, next) => {
    const direct = plain(ctx.req.socket.remoteAddress ?? '')
    const forwarded = ctx.get('X-Forwarded-For')
    const isDirect = forwarded === '' && ctx.get('Forwarded') === ''
    ctx.state['address'] = clientOf([...addresses(forwarded), direct], isTrusted)
    ctx.state['isLocal'] = LOOPBACK.has(direct) && isDirect && !isTrusted(direct)
    return next()
  }
}

/** An IPv4 address that came to an IPv6 socket is written as IPv4. */
function plain(address: string): string {
  return address.replace(/^::ffff:(?=\d+\.)/i, '')
}

function addresses(forwarded: string): string[] {
  const parts = forwarded.split(',').map((part) => plain(part.trim()))
  return parts.filter((part) => part !== '')
}

/** @param chain who asked whom, the client first, whoever asked us last */
function clientOf(chain: readonly string[], isTrusted: (address: string) => boolean): string {
  return chain.findLast((address) => !isTrusted(address)) ?? chain[0] ?? ''
}

function matcher(rules: readonly string[]): (address: string) => boolean {
  const list = new BlockList()
  for (const rule of rules) {
    const [network = '', bits] = rule.split('/')
    const family = familyOf(network)
    if (bits === undefined) list.addAddress(network, family)
    else list.addSubnet(network, Number(bits), family)
  }
  return (address) => list.check(address, familyOf(address))
}

function familyOf(address: string): 'ipv4' | 'ipv6' {
  return isIPv6(address) ? 'ipv6' : 'ipv4'
}
